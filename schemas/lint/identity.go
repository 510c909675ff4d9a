package lint

import (
	"slices"
	"strings"
)

// identities are the names, as words, of parameters that say who acts, or for whom.
var identities = []string{
	"acting user", "acting user id", "actor id", "caller", "caller id", "current user", "current user id", "effective user", "impersonate",
	"logged in user", "logged in user id", "my user id", "on behalf of", "org id", "organization id", "organisation id", "own user id", "requester id",
	"requesting user", "requesting user id", "role", "session id", "tenant", "tenant id", "user id", "user role", "workspace id",
	"is admin", "is authorized", "is verified", "is authenticated", "account id",
}

// credentials are the last words of names of parameters that are secrets.
var credentials = []string{
	"access key", "access token", "api key", "apikey", "api token", "auth token", "authorization", "bearer", "bearer token", "client secret", "credential",
	"credentials", "id token", "jwt", "passcode", "passphrase", "passwd", "password", "pin code", "private key", "refresh token", "secret", "secret key",
	"session token",
}

// checkIdentity looks for parameters that the application should bind.
func checkIdentity(c *check, s *spot) {
	if s.keyword != "properties" {
		return
	}
	name := strings.Join(wordsOf(s.name), " ")
	switch {
	case slices.ContainsFunc(credentials, func(w string) bool { return name == w || strings.HasSuffix(name, " "+w) }):
		c.say(s.property, "parameter-credential", "let the application add it to the call", nil, "%s is a secret that the model is asked for", c.about(s))
	case slices.Contains(identities, name):
		c.say(s.property, "parameter-identity", "let the application bind it, where it says who acts or for whom", nil, "%s carries identity that the model chooses", c.about(s))
	}
}
