// Package diff says what changed between two sets of tools, and what that does to
// those who call the old ones: a model that was tuned on them, prompts that name
// them, recorded calls.
//
// A change is breaking where a call that was valid may now fail, or where what a
// result held is gone; risky where calls stay valid and may do something else, or
// where the model reads something else; compatible where neither is so. What cannot
// be compared is breaking. It promises an end in bounded time for any two files that
// can be read. It imports schemas and schemas/tools; the command line imports it.
package diff
