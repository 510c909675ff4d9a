package githubtest

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

//go:embed api.github.com.json
var descriptionJSON []byte

// description checks exchanges against GitHub's description of its API.
type description struct {
	doc    *openapi3.T
	router routers.Router
}

// call is a request of an operation that the description knows.
type call struct {
	api       *description
	operation string // GitHub's name, such as issues/list-comments
	request   *http.Request
	params    map[string]string // from the path
	raw       []byte            // the whole body
	body      struct {
		Body, Title, State string
		StateReason        string `json:"state_reason"`
	}
	input *openapi3filter.RequestValidationInput
}

func loadDescription(serverURL string) (*description, error) {
	doc, err := openapi3.NewLoader().LoadFromData(descriptionJSON)
	if err != nil {
		return nil, fmt.Errorf("load API description: %w", err)
	}
	doc.Servers = openapi3.Servers{{URL: serverURL}}
	router, err := gorillamux.NewRouter(doc) // no doc.Validate: GitHub's own document does not pass it
	if err != nil {
		return nil, fmt.Errorf("route API description: %w", err)
	}
	return &description{doc: doc, router: router}, nil
}

// request finds the operation that a request calls, nil for none, and says what is wrong with it.
func (d *description) request(r *http.Request, body string) (*call, []string) {
	route, params, err := d.router.FindRoute(wholeRef(r))
	if err != nil {
		return nil, []string{fmt.Sprintf("%s %s: %v", r.Method, r.URL.Path, err)}
	}
	r.Body = io.NopCloser(bytes.NewReader([]byte(body)))
	c := &call{api: d, operation: route.Operation.OperationID, request: r, params: params, raw: []byte(body)}
	c.input = &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{
			MultiError: true, IncludeResponseStatus: true,
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		},
	}
	violations := c.violations("request", openapi3filter.ValidateRequest(r.Context(), c.input))
	if body != "" {
		violations = append(violations, c.violations("request", json.Unmarshal([]byte(body), &c.body))...)
	}
	return c, violations
}

// response says what is wrong with an answer. GitHub describes few of the errors that it sends; those it leaves out
// have the shape of its basic error.
func (d *description) response(c *call, answer reply) []string {
	if answer.status >= 400 && c.input.Route.Operation.Responses.Status(answer.status) == nil {
		var value any
		err := json.Unmarshal(answer.body, &value)
		if err == nil {
			err = d.doc.Components.Schemas["basic-error"].Value.VisitJSON(value, openapi3.MultiErrors())
		}
		return c.violations("response", err)
	}
	return c.violations("response", openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: c.input, Status: answer.status, Header: answer.header,
		Body: io.NopCloser(bytes.NewReader(answer.body)), Options: c.input.Options,
	}))
}

func (c *call) violations(what string, err error) []string {
	if err == nil {
		return nil
	}
	var several openapi3.MultiError
	if !errors.As(err, &several) {
		several = openapi3.MultiError{err}
	}
	var all []string
	for _, one := range several {
		all = append(all, fmt.Sprintf("%s of %s: %v", what, c.operation, one))
	}
	return all
}

func (c *call) repo() string { return c.params["owner"] + "/" + c.params["repo"] }

func (c *call) thread(number string) thread {
	n, _ := strconv.Atoi(c.params[number]) // the description lets no other text through; 0 is nobody's
	return thread{c.repo(), n}
}

// query reads a positive number from the query.
func (c *call) query(name string, preset int) int {
	values, _ := url.ParseQuery(c.request.URL.RawQuery)
	if n, err := strconv.Atoi(values.Get(name)); err == nil && n > 0 {
		return n
	}
	return preset
}
