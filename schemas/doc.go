// Package schemas says what is wrong in a file and where: problems with file,
// line, column and mend, JSON Schemas compiled by their dialect, YAML and JSON
// files with positions, and the published schemas of Keptgate's own files.
//
// It promises that nothing is ever fetched, that hostile schemas, values and
// files end in a problem rather than in a hang or a crash, and that a complaint
// reads the same whichever engine found it. It imports nothing of ours; every
// package but trace, stats and github may import it.
package schemas
