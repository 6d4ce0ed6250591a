import { NOTE, nodeArguments, paths, portOf, USER_ID } from './roles.ts'

const workspaces = ['bench', 'client', 'contract', 'e2e', 'server', 'web']

/** Returns the Dockerfile. */
export function dockerfile(): string {
  return `${NOTE}
# docker build -f deploy/Dockerfile -t crewline .

# Any Debian or Ubuntu image with Node 24 and npm.
ARG BASE=node:24-bookworm-slim

FROM \${BASE} AS build
WORKDIR /build
# The packages first: this layer is reused until package-lock.json changes.
COPY package.json package-lock.json ./
${workspaces.map((name) => `COPY ${name}/package.json ${name}/`).join('\n')}
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build-web.ts
# The server alone, without the tools that built the pages.
RUN rm -rf node_modules \\
  && npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace @crewline/server --workspace @crewline/contract \\
  && rm -rf e2e bench client web/src web/public

FROM \${BASE}
RUN groupadd --gid ${USER_ID} crewline \\
  && useradd --uid ${USER_ID} --gid crewline --no-create-home --home-dir /app crewline \\
  && install --directory --owner=crewline --group=crewline /data
WORKDIR /app
COPY --from=build /build /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${portOf('web')} DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node
USER ${USER_ID}:${USER_ID}
VOLUME /data
EXPOSE ${portOf('web')}
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \\
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '${paths.healthy}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", ${nodeArguments.map((argument) => `"${argument}"`).join(', ')}]
# Commands of the operator: docker compose run --rm worker scripts/admin.ts backup /data/today
CMD ["server/src/main/start.ts"]
`
}
