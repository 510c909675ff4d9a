package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// Provider is a profile: what a provider takes of a definition.
type Provider struct {
	Name        string
	wrappings   []tools.Wrapping
	name        *regexp.Regexp // of tools
	should      bool           // the name is advice and no demand
	parameter   *regexp.Regexp // names of parameters; nil: any
	tools       int            // in one request; 0: not known
	description int            // characters of a tool's description; 0: not known
	notAtRoot   []string       // keywords that the top of the parameters may not have
	keywords    []string       // that schemas may have; nil: any
	items       bool           // lists must say what they hold
	properties  bool           // the parameters must have properties, if none
	strict      *strict        // nil: there is no strict mode, or its demands are not known
}

// The profiles, from what the providers publish and what their services answer.
// What is not certain is left out.
var providers = []Provider{
	{
		// Function names, 128 tools: the API reference of Chat Completions. Description, lists without items, objects without
		// properties, keywords at the top: the service's answers (string_above_max_length, invalid_function_parameters).
		Name: "openai", wrappings: []tools.Wrapping{tools.OpenAIChat, tools.OpenAIResponses},
		name: regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`), tools: 128, description: 1024,
		notAtRoot: []string{"oneOf", "anyOf", "allOf", "enum", "not"}, items: true, properties: true, strict: &openAIStrict,
	},
	{
		// Names of tools and parameters, keywords at the top: what the Messages API answers (invalid_request_error).
		Name: "anthropic", wrappings: []tools.Wrapping{tools.Anthropic},
		name: regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`), parameter: regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`),
		notAtRoot: []string{"oneOf", "allOf", "anyOf"}, strict: &anthropicStrict,
	},
	{
		// Names: what the service answers and the reference of FunctionDeclaration. Keywords: the fields of the type Schema.
		Name: "gemini", wrappings: []tools.Wrapping{tools.Gemini},
		name: regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$`), items: true,
		keywords: []string{
			"anyOf", "default", "description", "enum", "example", "format", "items", "maxItems", "maxLength", "maxProperties", "maximum",
			"minItems", "minLength", "minProperties", "minimum", "nullable", "pattern", "properties", "propertyOrdering", "required", "title", "type",
		},
	},
	{
		// Names: the specification of 2025-11-25, which says should.
		Name: "mcp", wrappings: []tools.Wrapping{tools.MCP},
		name: regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,128}$`), should: true,
	},
}

// Providers lists the names of the profiles.
func Providers() []string {
	var names []string
	for _, p := range providers {
		names = append(names, p.Name)
	}
	return names
}

// profile returns the profile of a name, nil for "".
func profile(name string) (*Provider, error) {
	if name == "" {
		return nil, nil
	}
	for i := range providers {
		if providers[i].Name == name {
			return &providers[i], nil
		}
	}
	return nil, fmt.Errorf("find profile %q: there are %s", name, strings.Join(Providers(), ", "))
}

// none is the profile of definitions that are written for no provider.
var none Provider

func wrapped(w tools.Wrapping) *Provider {
	for i := range providers {
		if slices.Contains(providers[i].wrappings, w) {
			return &providers[i]
		}
	}
	return &none
}

// checkRoot judges what the parameters are as a whole.
func checkRoot(c *check) {
	p := c.d.Parameters
	if p == nil {
		c.say(c.d.NameAt, "parameters-missing", "give a schema of type object, without properties if there are no arguments", nil,
			"%s has no parameters", c.d.Label())
		return
	}
	if c.d.Wrapping == tools.JSONSchema {
		return
	}
	types, known := tools.TypesOf(c.refs.Target(p))
	switch {
	case p.Kind != tools.Object:
		c.say(p, "parameters-type", "make it a JSON Schema of type object", nil, "%s: the parameters are of type %s, not a schema", c.d.Label(), p.Kind)
	case p.Get("type") == nil && !known:
		c.say(p, "parameters-type", `add "type": "object"`, c.withMember(p, "type", `"object"`), "%s: the parameters do not say that they are an object", c.d.Label())
	case known && !slices.Equal(types, []string{"object"}):
		c.say(p.Get("type"), "parameters-type", "put the value under a name into an object", nil,
			"%s: the parameters are of type %s, not object", c.d.Label(), strings.Join(types, " or "))
	}
}

// checkProvider judges a schema by what the provider takes of any.
func checkProvider(c *check, s *spot) {
	if s.Kind != tools.Object {
		return
	}
	p := c.provider
	if s.root() && c.d.Wrapping != tools.JSONSchema {
		for _, keyword := range p.notAtRoot {
			if m := s.Member(keyword); m != nil {
				c.say(m.Name, "provider-root", "say it of a property, or describe it in words", nil, "%s: %s does not take %s at the top of the parameters", c.about(s), p.Name, keyword)
			}
		}
	}
	if p.properties && s.root() && isType(s.Node, "object") && s.Get("properties") == nil && s.Get("$ref") == nil {
		c.say(s.Node, "provider-properties", `add "properties"`, c.withMember(s.Node, "properties", "{}"), "%s: %s does not take an object without properties", c.about(s), p.Name)
	}
	if p.keywords == nil || c.d.FreeForm {
		return
	}
	for _, m := range s.Members {
		if !slices.Contains(p.keywords, m.Key) {
			c.say(m.Name, "provider-keyword", "leave it out, or say it in the description", nil, "%s: schemas of %s have no %s", c.about(s), p.Name, m.Name.Show())
		}
	}
}

// checkCount holds the number of tools that are offered together against the
// provider's limit.
func checkCount(set []*check) {
	c := set[len(set)-1]
	if most := c.provider.tools; most > 0 && len(set) > most {
		over := set[most]
		over.say(over.d.NameAt, "provider-count", "offer fewer, or look tools up by a search", nil,
			"%s is tool %d of %d, and %s takes %d in a request", over.d.Label(), most+1, len(set), c.provider.Name, most)
	}
}
