import { stringify } from 'yaml'
import { deployedRoles, NOTE, paths, portOf, STOP_SECONDS, type DeployedRole } from './roles.ts'

/** Returns the services of one kind; those of web have a number each, so that they restart one after the other. */
function namesOf({ role, count }: DeployedRole): string[] {
  return count === 1 ? [role] : Array.from({ length: count }, (_, at) => `${role}-${at + 1}`)
}

/** Returns the Compose file. */
export function compose(): string {
  const firstName = deployedRoles.flatMap(namesOf)[0]
  const services = deployedRoles.flatMap((kind) =>
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
  const web = deployedRoles.filter(({ role }) => role === 'web').flatMap(namesOf)
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

/** Returns the file of the proxy that terminates TLS. */
export function caddyfile(): string {
  const addresses = deployedRoles
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
