# Lotkeeper with all that it needs but settings. compose.yaml runs it with PostgreSQL and a proxy with https.
FROM node:24-bookworm-slim AS built
WORKDIR /opt/lotkeeper
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY evidence/package.json evidence/
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY web/package.json web/
RUN npm ci --no-fund --no-audit --omit=dev --include=optional
COPY . .
# Installs nothing and builds the pages, so that a start does neither.
RUN node scripts/prepare.mjs

FROM node:24-bookworm-slim
RUN groupadd --system --gid 10001 lotkeeper \
  && useradd --system --uid 10001 --gid lotkeeper --home-dir /var/lib/lotkeeper --create-home lotkeeper \
  && install -d -o lotkeeper -g lotkeeper -m 700 /data
COPY --from=built /opt/lotkeeper /opt/lotkeeper
WORKDIR /opt/lotkeeper
ENV HOME=/var/lib/lotkeeper HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0 NODE_COMPILE_CACHE=/tmp/lotkeeper-compiled
USER lotkeeper
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "scripts/check-health.mjs"]
CMD ["node", "scripts/start.mjs"]
