// Package lint says what is wrong with definitions of tools before a model ever
// sees them: schemas that no value can satisfy, names that a provider refuses,
// tools that a model mistakes for each other, and the like.
//
// It promises that every finding has a rule of one table, a place and a mend, that
// a definition is judged by the profile of the provider it is written for or that
// is named, and that its work is bounded by the size of the file. It imports
// schemas and schemas/tools; the command line imports it.
package lint
