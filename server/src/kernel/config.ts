import { resolve } from 'node:path'

/** What a process does: serve people, follow the log, hand texts to carriers. */
export type ProcessRole = 'web' | 'worker' | 'sender'

/** The settings of one process, read once at start. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  publicUrl: string
  roles: ReadonlySet<ProcessRole>
  /** Seed the demo on first run and offer the simulators. */
  demo: boolean
  /** Whether the pages under /dev and the simulated carrier exist. */
  simulators: boolean
  /** Where the simulated carrier listens; undefined: inside this process. */
  simulatorUrl: string | undefined
  /** The mail server, as smtp:// or smtps:// with user and password; undefined: the outbox page, where simulators are on. */
  smtpUrl: string | undefined
  /** The sender of mails. */
  mailFrom: string
  /** The number codes are texted from; undefined: the simulated carrier's, where simulators are on. */
  codesFrom: { phone: string; account: string; key: string } | undefined
  /** Signs who asks for the chat support; undefined: the help stays local. */
  intercomSecret: string | undefined
  /** Countries (ISO 3166) whose numbers get codes, besides the organization's own. */
  codeCountries: ReadonlySet<string>
  /** Unlocks secrets at rest: 32 bytes as base64. */
  masterKey: string | undefined
  production: boolean
  logLevel: string
  /** Proxies in front of us whose X-Forwarded-For we believe. */
  trustedProxies: number
  /** How often live connections are asked whether their session still stands. */
  socketRecheckSeconds: number
  /** For fault tests: points at which the process dies or pauses. */
  failpoints: string
}

/** Reads the settings; throws with words a person can act on. */
export function readConfig(given: Record<string, string | undefined>): Config {
  // A setting left empty, as in `PORT=`, is one that was not made.
  const env = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''))
  const port = wholeNumber(env['PORT'] ?? '3000', 'PORT', 0, 65_535)
  const host = env['HOST'] ?? '127.0.0.1'
  const databaseUrl = env['DATABASE_URL'] || undefined
  const production = env['NODE_ENV'] === 'production'
  const demo = env['DEMO'] === undefined ? databaseUrl === undefined && !production : isOn(env['DEMO'])
  const simulators = env['SIMULATORS'] === undefined ? demo : isOn(env['SIMULATORS'])
  if (production && (demo || simulators)) {
    throw new Error('The demo and the simulators cannot run with NODE_ENV=production. Unset DEMO and SIMULATORS.')
  }
  const masterKey = env['MASTER_KEY'] || undefined
  if (databaseUrl && !masterKey && !simulators) {
    throw new Error(
      'MASTER_KEY is missing: 32 random bytes as base64 that unlock the secrets in your database. Make one with: openssl rand -base64 32',
    )
  }
  return {
    port,
    host,
    dataDir: resolve(env['DATA_DIR'] ?? './data'),
    databaseUrl,
    publicUrl: (env['PUBLIC_URL'] ?? `http://${addressOf(host)}:${port}`).replace(/\/+$/, ''),
    roles: readRoles(env['ROLES'] ?? 'web,worker,sender'),
    demo,
    simulators,
    simulatorUrl: env['SIMULATOR_URL'] || undefined,
    smtpUrl: readSmtpUrl(env['SMTP_URL']),
    mailFrom: env['MAIL_FROM'] ?? 'Crewline <no-reply@localhost>',
    codesFrom: readCodesFrom(env),
    intercomSecret: env['INTERCOM_SECRET'] || undefined,
    codeCountries: new Set((env['CODE_COUNTRIES'] ?? 'US,CA').split(',').map((code) => code.trim().toUpperCase())),
    masterKey,
    production,
    logLevel: env['LOG_LEVEL'] ?? (demo ? 'warn' : 'info'),
    trustedProxies: wholeNumber(env['TRUSTED_PROXIES'] ?? '0', 'TRUSTED_PROXIES', 0, 10),
    socketRecheckSeconds: wholeNumber(env['SOCKET_RECHECK_SECONDS'] ?? '30', 'SOCKET_RECHECK_SECONDS', 1, 3600),
    failpoints: production ? '' : (env['FAILPOINTS'] ?? ''),
  }
}

function readSmtpUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !(URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)))
    throw new Error('SMTP_URL must look like smtp://user:password@mail.example.com:587.')
  return text
}

function readCodesFrom(env: Record<string, string | undefined>): Config['codesFrom'] {
  const phone = env['CODES_FROM']
  const account = env['CODES_ACCOUNT']
  const key = env['CODES_KEY']
  if (!phone && !account && !key) return undefined
  if (!phone || !account || !key)
    throw new Error('CODES_FROM, CODES_ACCOUNT and CODES_KEY belong together: set all three or none.')
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) throw new Error('CODES_FROM must be a number such as +13125550100.')
  return { phone, account, key }
}

/** A host as it stands in an address: one that listens everywhere is reached here, and IPv6 goes in brackets. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function readRoles(text: string): ReadonlySet<ProcessRole> {
  const named = text.split(',').map((word) => word.trim())
  for (const word of named) {
    if (word !== 'web' && word !== 'worker' && word !== 'sender') {
      throw new Error(`ROLES names "${word}"; it may name web, worker and sender, separated by commas.`)
    }
  }
  return new Set(named as ProcessRole[])
}

function isOn(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}

function wholeNumber(text: string, name: string, least: number, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} is "${text}"; it must be a whole number from ${least} to ${most}.`)
  }
  return value
}
