// Package tools reads definitions of tools, in whatever wrapping they come, into
// one form whose every part knows its place.
//
// It promises that a hostile file ends in a problem, in bounded time and memory:
// files, values and nesting are limited, nothing is fetched and no reference is
// followed without end. Of ours it imports schemas; lint, diff and the command
// line import it.
package tools
