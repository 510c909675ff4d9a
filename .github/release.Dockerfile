# The image of a release, of what make release and make image-root left in dist/image: the binary that is also published, on an empty
# base. It equals what Dockerfile builds, and runs nothing, so that it is made for both platforms on either.
FROM scratch
ARG TARGETARCH
COPY ${TARGETARCH}/ /
ENTRYPOINT ["/keptgate"]
CMD ["action"]
