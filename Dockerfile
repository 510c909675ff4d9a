# The container action: a static binary on an empty base. Keptgate's release commits point action.yml at the image built from this
# file; a branch builds it at every run.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
# timetzdata puts the time zones into the binary: the empty base has none.
RUN CGO_ENABLED=0 go build -trimpath -tags timetzdata -ldflags="-s -w -X main.version=$VERSION" -o /root-fs/keptgate ./cmd/keptgate
# Endpoints of candidates and of GitHub are reached over TLS. /tmp is for libraries that ask for it; our own files go to RUNNER_TEMP.
RUN mkdir -p /root-fs/etc/ssl/certs /root-fs/tmp \
	&& cp /etc/ssl/certs/ca-certificates.crt /root-fs/etc/ssl/certs/ \
	&& chmod 1777 /root-fs/tmp

FROM scratch
COPY --from=build /root-fs/ /
# Root, since the files that the runner mounts (GITHUB_OUTPUT and the others) belong to it.
ENTRYPOINT ["/keptgate"]
CMD ["action"]
