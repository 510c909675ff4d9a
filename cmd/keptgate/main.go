// Command keptgate decides whether a change to a tool-calling agent may ship.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/keptgate/keptgate/gate/process"
)

func main() {
	// What agents and servers leave behind comes here and is ended; without it only
	// what kept its environment is found.
	adopting := process.Adopt()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, &system{
		args: os.Args[1:], env: os.Getenv, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: time.Now,
	})
	stop()
	if adopting == nil {
		process.KillChildren()
	}
	os.Exit(code)
}
