# What developers, the hook and CI run. make check is the whole of it but for the container, which make rig runs.

.PHONY: check build tools fmt vet staticcheck test race generated actionlint vulnerabilities update fuzz bench rig npm browser release reproducible image-root
.DELETE_ON_ERROR:

# Packages with goroutines of their own. The race detector slows SQLite sixty times: tests of volume carry the build constraint !race.
RACE := ./gate ./gate/agent ./gate/audit ./gate/github/... ./gate/mcp ./gate/process ./gate/trial ./gate/world
# How long make fuzz gives to each fuzz target.
FUZZTIME := 5s
# Whose engine make rig uses: private starts one (root on Debian), running takes the one that is there.
ENGINE := private

bin := $(CURDIR)/bin

check: fmt vet staticcheck test race generated actionlint

build:
	go build -o $(bin)/keptgate ./cmd/keptgate

# Tools, built once into bin/ under a name that carries the version, so that a new version is a new file.
GOFUMPT := $(bin)/gofumpt@v0.12.0
STATICCHECK := $(bin)/staticcheck@v0.8.2
ACTIONLINT := $(bin)/actionlint@v1.7.12
GOVULNCHECK := $(bin)/govulncheck@v1.9.0
ACT := $(bin)/act@v0.2.89

$(GOFUMPT): module := mvdan.cc/gofumpt
$(STATICCHECK): module := honnef.co/go/tools/cmd/staticcheck
$(ACTIONLINT): module := github.com/rhysd/actionlint/cmd/actionlint
$(GOVULNCHECK): module := golang.org/x/vuln/cmd/govulncheck
$(ACT): module := github.com/nektos/act
$(GOFUMPT) $(STATICCHECK) $(ACTIONLINT) $(GOVULNCHECK) $(ACT):
	GOBIN=$(bin) go install $(module)@$(lastword $(subst @, ,$(@F)))
	mv $(bin)/$(firstword $(subst @, ,$(@F))) $@

tools: $(GOFUMPT) $(STATICCHECK) $(ACTIONLINT) $(ACT)

fmt: $(GOFUMPT)
	@files=$$($(GOFUMPT) -l .) && test -z "$$files" \
		|| { echo "not formatted; run $(GOFUMPT) -w on:"; echo "$$files"; exit 1; }

vet:
	go vet -tags rig,npm,browser ./...

staticcheck: $(STATICCHECK)
	$(STATICCHECK) -tags rig,npm,browser ./...

# The layer test is one of these.
test:
	go test -timeout 20m ./...

race:
	go test -timeout 20m -race $(RACE)

# Whatever go generate and go mod tidy would change is stale. The work tree may hold other changes.
generated:
	go mod tidy -diff
	@state() { git status --porcelain; git diff; }; before=$$(state) && go generate ./... && test "$$before" = "$$(state)" \
		|| { echo "generated files were stale; go generate has just written them anew"; exit 1; }

actionlint: $(ACTIONLINT)
	$(ACTIONLINT) -shellcheck= -pyflakes= .github/workflows/*.yml examples/workflows/*.yml cmd/keptgate/testdata/rig/*.yml

vulnerabilities: $(GOVULNCHECK)
	$(GOVULNCHECK) ./...

# Refreshes golden files in the packages whose tests define the flag.
update:
	grep -rlE --include='*_test.go' 'flag\.Bool\("update"' . | xargs -r -n 1 dirname | sort -u | xargs -r -I {} go test {} -update

fuzz:
	@grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sed 's,/[^/]*:func , ,' | sort -u | while read -r package target; do \
		echo "$$package $$target"; go test "$$package" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) </dev/null || exit 1; done

bench:
	go test ./... -run '^$$' -bench . -benchmem

# Parts that nobody here wrote, at fixed versions: needs Node 20 or later with npm.
PARTS := cmd/keptgate/testdata/npm
$(PARTS)/node_modules/.package-lock.json: $(PARTS)/package-lock.json
	npm ci --prefix $(PARTS) --no-audit --no-fund --loglevel=error
	touch $@

npm: $(PARTS)/node_modules/.package-lock.json
	go test -timeout 30m -tags npm ./cmd/keptgate -run 'Npm'

# The pages in a real browser: needs chromium in the PATH. PICTURES names a folder to leave pictures of them in.
PICTURES :=
browser:
	go test -timeout 15m -tags browser ./gate/report -run 'Browser' -args -pictures=$(PICTURES)

# A release: static binaries in dist/ with their sums. The same commit and Go make the same bytes, in whatever folder.
VERSION :=
DIST := dist
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

release:
	@test -n "$(VERSION)" || { echo "make release: no version; say which: make release VERSION=v1.2.3"; exit 1; }
	rm -rf $(DIST) && mkdir -p $(DIST)
	@for platform in $(PLATFORMS); do \
		os=$${platform%/*} arch=$${platform#*/}; name=keptgate-$$os-$$arch; \
		test $$os != windows || name=$$name.exe; echo $$name; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go build -trimpath -buildvcs=false -tags timetzdata \
			-ldflags "-s -w -X main.version=$(VERSION)" -o $(DIST)/$$name ./cmd/keptgate || exit 1; done
	cd $(DIST) && sha256sum keptgate-* > SHA256SUMS && cat SHA256SUMS

# What the image of a release holds, for each platform: the binary, certificates, and a folder for temporary files.
CERTIFICATES := /etc/ssl/certs/ca-certificates.crt
image-root:
	rm -rf $(DIST)/image
	for arch in amd64 arm64; do root=$(DIST)/image/$$arch; \
		mkdir -p $$root/tmp $$root/etc/ssl/certs && chmod 1777 $$root/tmp && \
		cp $(CERTIFICATES) $$root/etc/ssl/certs/ && install -m 755 $(DIST)/keptgate-linux-$$arch $$root/keptgate || exit 1; done

# The release that is in dist/ once more, from a copy of the commit in another folder and with nothing cached: linux/amd64 alone.
reproducible:
	@copy=$$(mktemp -d) && git archive HEAD | tar -x -C $$copy && \
		GOCACHE=$$copy/cache $(MAKE) -C $$copy release VERSION=$(VERSION) PLATFORMS=linux/amd64 && \
		cmp $(DIST)/keptgate-linux-amd64 $$copy/dist/keptgate-linux-amd64 && rm -rf $$copy && echo "the same bytes"

rig: $(ACT)
	ENGINE=$(ENGINE) ACT=$(ACT) .ci/rig
