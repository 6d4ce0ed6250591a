import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import {
  alerts,
  nodeArguments,
  paths,
  processKinds,
  STOP_SECONDS,
  USER_ID,
  type Alert,
  type ProcessKind,
} from './deployment.ts'

const NOTE = '# Written by scripts/write-deployment.ts from scripts/deployment.ts. Do not edit.'

/** Returns the files in deploy/ that are written from scripts/deployment.ts, by path. */
export function deploymentFiles(): Map<string, string> {
  return new Map([
    ['deploy/Dockerfile', dockerfile()],
    ['deploy/compose.yaml', compose()],
    ['deploy/Caddyfile', caddyfile()],
    ...processKinds.map((kind): [string, string] => [`deploy/systemd/crewline-${kind.role}@.service`, unit(kind)]),
    ['deploy/systemd/crewline.target', target()],
    ['deploy/helm/crewline/values.yaml', chartValues()],
    ['deploy/prometheus/alerts.yaml', alertRules()],
  ])
}

/** Finds files in deploy/ that are out of date. */
export function findStaleDeployment(root: string): string[] {
  const runner = readFileSync(join(root, 'bin/run'), 'utf8')
  return [
    ...[...deploymentFiles()]
      .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
      .map(([path]) => `${path} is out of date. Write it with: node scripts/write-deployment.ts`),
    ...nodeArguments
      .filter((argument) => !runner.includes(argument))
      .map((argument) => `bin/run starts Node without ${argument}, which scripts/deployment.ts names`),
  ]
}

const workspaces = ['bench', 'client', 'contract', 'e2e', 'server', 'web']

function dockerfile(): string {
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

/** Returns the services of one kind; those of web have a number each, so that they restart one after the other. */
function namesOf({ role, count }: ProcessKind): string[] {
  return count === 1 ? [role] : Array.from({ length: count }, (_, at) => `${role}-${at + 1}`)
}

function compose(): string {
  const firstName = processKinds.flatMap(namesOf)[0]
  const services = processKinds.flatMap((kind) =>
    namesOf(kind).map((name): [string, object] => [
      name,
      {
        image: 'crewline:${CREWLINE_VERSION:-latest}',
        // Built once, for all.
        ...(name === firstName ? { build: { context: '..', dockerfile: 'deploy/Dockerfile' } } : {}),
        restart: 'unless-stopped',
        stop_grace_period: `${STOP_SECONDS}s`,
        mem_limit: `${kind.memoryMb}m`,
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        env_file: ['crewline.env'],
        environment: {
          ROLES: kind.role,
          PORT: String(portOf('web')),
          DATABASE_URL: 'postgres://crewline:${DATABASE_PASSWORD:?}@database:5432/crewline',
          PUBLIC_URL: 'https://${CREWLINE_HOST:?}',
          TRUSTED_PROXIES: '1',
        },
        volumes: ['data:/data'],
        depends_on: { database: { condition: 'service_healthy' } },
      },
    ]),
  )
  const web = processKinds.filter(({ role }) => role === 'web').flatMap(namesOf)
  return `${NOTE}
# What it needs and how it is used: deploy/README.md
${stringify(
  {
    name: 'crewline',
    services: {
      database: {
        image: 'postgres:18',
        restart: 'unless-stopped',
        stop_grace_period: '60s',
        shm_size: '256mb',
        environment: {
          POSTGRES_USER: 'crewline',
          POSTGRES_DB: 'crewline',
          POSTGRES_PASSWORD: '${DATABASE_PASSWORD:?}',
        },
        volumes: ['database:/var/lib/postgresql'],
        healthcheck: {
          test: ['CMD', 'pg_isready', '--username=crewline', '--host=127.0.0.1'],
          interval: '3s',
          timeout: '3s',
          retries: 20,
        },
      },
      ...Object.fromEntries(services),
      proxy: {
        image: 'caddy:2',
        restart: 'unless-stopped',
        ports: ['80:80', '443:443', '443:443/udp'],
        environment: { CREWLINE_HOST: '${CREWLINE_HOST:?}' },
        volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'certificates:/data'],
        depends_on: web,
      },
    },
    volumes: { database: {}, data: {}, certificates: {} },
  },
  { lineWidth: 0, aliasDuplicateObjects: false },
)}`
}

function caddyfile(): string {
  const addresses = processKinds
    .filter(({ role }) => role === 'web')
    .flatMap(namesOf)
    .map((name) => `${name}:${portOf('web')}`)
    .join(' ')
  return `${NOTE}
{$CREWLINE_HOST} {
	reverse_proxy ${addresses} {
		# A process that stops says so on ${paths.ready} and still answers for three seconds.
		health_uri ${paths.ready}
		health_interval 1s
		health_timeout 1s
		lb_policy least_conn
		lb_try_duration 5s
	}
}
`
}

function unit({ role, does, memoryMb }: ProcessKind): string {
  return `${NOTE}
# The instance is the port: systemctl enable --now crewline-${role}@${portOf(role)}
[Unit]
Description=Crewline ${role} on port %i: ${does}
Documentation=file:///opt/crewline/current/docs/operations.md
After=network-online.target postgresql.service
Wants=network-online.target
PartOf=crewline.target
# Without a limit it would give up after five failed starts, for example while the database is down.
StartLimitIntervalSec=0

[Service]
EnvironmentFile=/etc/crewline/crewline.env
Environment=NODE_ENV=production ROLES=${role} PORT=%i DATA_DIR=/var/lib/crewline NODE_COMPILE_CACHE=/var/cache/crewline
WorkingDirectory=/opt/crewline/current
ExecStart=/opt/crewline/current/bin/node ${nodeArguments.join(' ')} server/src/main/start.ts
User=crewline
Group=crewline
StateDirectory=crewline
StateDirectoryMode=0700
CacheDirectory=crewline
Restart=always
RestartSec=2
TimeoutStopSec=${STOP_SECONDS}
MemoryMax=${memoryMb}M
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
UMask=0077

[Install]
WantedBy=crewline.target
`
}

function target(): string {
  const wanted = processKinds.flatMap(({ role, count, port }) =>
    Array.from({ length: count }, (_, at) => `crewline-${role}@${port + at}.service`),
  )
  return `${NOTE}
# systemctl enable --now crewline.target
[Unit]
Description=Crewline
Wants=${wanted.join(' ')}

[Install]
WantedBy=multi-user.target
`
}

function chartValues(): string {
  return `${NOTE}
${stringify(
  {
    image: { repository: 'crewline', tag: '', pullPolicy: 'IfNotPresent' },
    publicHost: '',
    existingSecret: '',
    env: {},
    trustedProxies: 1,
    data: { storageClass: '', accessMode: 'ReadWriteMany', size: '20Gi' },
    ingress: { isEnabled: true, className: '', annotations: {}, tlsSecret: '' },
    user: USER_ID,
    stopSeconds: STOP_SECONDS,
    nodeArguments: [...nodeArguments],
    port: portOf('web'),
    paths,
    processes: Object.fromEntries(
      processKinds.map(({ role, count, memoryMb }) => [role, { count, memory: `${memoryMb}Mi`, cpu: '250m' }]),
    ),
  },
  { lineWidth: 0 },
)}`
}

function alertRules(): string {
  const rule = ({ name, expression, for: time, severity, summary, action }: Alert): object => ({
    alert: name,
    expr: expression,
    for: time,
    labels: { severity },
    annotations: { summary, action },
  })
  return `${NOTE}
${stringify({ groups: [{ name: 'crewline', rules: alerts.map(rule) }] }, { lineWidth: 0 })}`
}

function portOf(role: ProcessKind['role']): number {
  return processKinds.find((kind) => kind.role === role)?.port ?? 0
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  for (const [path, text] of deploymentFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(`wrote ${path}`)
  }
}
