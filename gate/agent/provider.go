package agent

import (
	"slices"
	"strings"
)

// provider is a row of the table of those who serve models.
type provider struct {
	name    string // as it stands before the colon
	address string // where requests go unless something else is said
	env     string // its variables are ENV_API_KEY and ENV_BASE_URL
	dialect *dialect
	takes   takes
}

// takes says under which names a provider takes the parameters of a candidate
// file. A dot leads into an object; "" is not taken at all.
type takes struct {
	temperature, topP, maxOutput, effort, parallel, seed string
}

// providers is the table. All but two rows speak Chat Completions; a cell is empty
// where the provider is known to refuse the parameter.
func providers() []provider {
	return []provider{
		{"openai", "https://api.openai.com/v1", "OPENAI", chatCompletions(), takes{
			"temperature", "top_p", "max_completion_tokens", "reasoning_effort", "parallel_tool_calls", "seed",
		}},
		{"openai-responses", "https://api.openai.com/v1", "OPENAI", responsesAPI(), takes{
			"temperature", "top_p", "max_output_tokens", "reasoning.effort", "parallel_tool_calls", "",
		}},
		// Its interface of October 2026 takes neither temperature nor top_p.
		{"anthropic", "https://api.anthropic.com", "ANTHROPIC", messagesAPI(), takes{
			"", "", "max_tokens", "output_config.effort", "tool_choice.disable_parallel_tool_use", "",
		}},
		{"google", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI", chatCompletions(), takes{
			"temperature", "top_p", "max_completion_tokens", "reasoning_effort", "", "",
		}},
		{"mistral", "https://api.mistral.ai/v1", "MISTRAL", chatCompletions(), takes{
			"temperature", "top_p", "max_tokens", "reasoning_effort", "parallel_tool_calls", "random_seed",
		}},
		{"groq", "https://api.groq.com/openai/v1", "GROQ", chatCompletions(), takes{
			"temperature", "top_p", "max_completion_tokens", "reasoning_effort", "parallel_tool_calls", "seed",
		}},
		{"openrouter", "https://openrouter.ai/api/v1", "OPENROUTER", chatCompletions(), takes{
			"temperature", "top_p", "max_tokens", "reasoning.effort", "parallel_tool_calls", "seed",
		}},
		{"deepseek", "https://api.deepseek.com", "DEEPSEEK", chatCompletions(), takes{
			"temperature", "top_p", "max_tokens", "reasoning_effort", "", "",
		}},
		{"xai", "https://api.x.ai/v1", "XAI", chatCompletions(), takes{
			"temperature", "top_p", "max_completion_tokens", "reasoning_effort", "parallel_tool_calls", "seed",
		}},
		{"together", "https://api.together.xyz/v1", "TOGETHER", chatCompletions(), takes{
			"temperature", "top_p", "max_tokens", "reasoning_effort", "", "seed",
		}},
		{"fireworks", "https://api.fireworks.ai/inference/v1", "FIREWORKS", chatCompletions(), takes{
			"temperature", "top_p", "max_tokens", "reasoning_effort", "", "seed",
		}},
	}
}

func providerNamed(name string) (provider, bool) {
	all := providers()
	i := slices.IndexFunc(all, func(p provider) bool { return p.name == name })
	if i < 0 {
		return provider{}, false
	}
	return all[i], true
}

// Providers names those who serve models, as they stand before the colon.
func Providers() []string {
	var names []string
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// KeyEnv is the variable that holds the key of a candidate written as
// provider:model; "" where there is no such provider.
func KeyEnv(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	p, ok := providerNamed(name)
	if !ok {
		return ""
	}
	return p.keyEnv()
}

// keyEnv is the variable that holds the key unless a file names another.
func (p provider) keyEnv() string { return p.env + "_API_KEY" }

// addressEnv is the variable that says where models are asked, whatever a
// candidate file says: whoever holds the key decides where it is sent.
func (p provider) addressEnv() string { return p.env + "_BASE_URL" }

// check refuses parameters that the provider does not take, and fields that the
// harness sets.
func (p provider) check(given Parameters) error {
	if err := given.check(p.dialect.own); err != nil {
		return err
	}
	for _, f := range []struct {
		field, as string
		set       bool
	}{
		{"temperature", p.takes.temperature, given.Temperature != nil},
		{"top_p", p.takes.topP, given.TopP != nil},
		{"max_output_tokens", p.takes.maxOutput, given.MaxOutputTokens != nil},
		{"reasoning_effort", p.takes.effort, given.ReasoningEffort != ""},
		{"parallel_tool_calls", p.takes.parallel, given.ParallelToolCalls != nil},
		{"seed", p.takes.seed, given.Seed != nil},
	} {
		if f.set && f.as == "" {
			return &FieldError{"parameters." + f.field, p.name + " takes no such parameter: leave it out"}
		}
	}
	return nil
}

// fields are the parameters as they stand in a request. Without tools, nothing is
// said about calls: providers refuse it. What a file gives as extra comes last.
func (p provider) fields(given Parameters, tools bool) map[string]any {
	out := map[string]any{}
	put(out, p.takes.temperature, given.Temperature)
	put(out, p.takes.topP, given.TopP)
	put(out, p.takes.maxOutput, given.MaxOutputTokens)
	put(out, p.takes.seed, given.Seed)
	if given.ReasoningEffort != "" {
		put(out, p.takes.effort, &given.ReasoningEffort)
	}
	if tools {
		put(out, p.takes.parallel, given.ParallelToolCalls)
	}
	for name, value := range given.Extra {
		out[name] = value
	}
	return out
}

func put[T any](fields map[string]any, name string, value *T) {
	switch outer, inner, nested := strings.Cut(name, "."); {
	case value == nil:
	case nested:
		fields[outer] = map[string]any{inner: *value}
	default:
		fields[name] = *value
	}
}
