package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/keptgate/keptgate/gate/agent"
)

// newTraffic makes what a run asks of providers, whose limits the run keeps. It
// says so once; a bar on a terminal is left alone, and shows it by itself.
func newTraffic(stderr io.Writer) *agent.Traffic {
	var once sync.Once
	return agent.NewTraffic(rand.Float64, func() {
		if isTerminal(stderr) {
			return
		}
		once.Do(func() {
			fmt.Fprintln(stderr, "a provider limits the rate: the run goes on more slowly, and loses no trial by it")
		})
	})
}
