//go:build !unix

package main

// giveAway is for runners on which a container runs as root.
func giveAway(string, string) error { return nil }
