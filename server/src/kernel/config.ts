import { resolve } from 'node:path'
import { readEncryptionKeys, type EncryptionKey } from './secrets/encryption-keys.ts'
import {
  readFinch,
  readIntercom,
  isOn,
  readCodesFrom,
  readDnsServers,
  readWebhooksToPrivate,
  readFilesS3,
  readPooler,
  readSentryDsn,
  readSmtpUrl,
  readSupportEmail,
  readSftp,
  readStripe,
  readTranscribe,
  readTranslator,
  WrongSetting,
  type FinchSettings,
  type SftpSettings,
} from './service-settings.ts'

export { WrongSetting }

/** The role of a process: serve users, follow the event log, or hand messages to carriers. */
export type ProcessRole = 'web' | 'worker' | 'sender'

/** The settings of one process, read once at start. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** The pooler in front of the database, where the three roles log in; undefined: connect to the database itself. */
  databasePooler: { url: string; password: string } | undefined
  /** Whether statements are prepared under names; off behind a pooler in transaction mode. */
  namedStatements: boolean
  publicUrl: string
  roles: ReadonlySet<ProcessRole>
  /** Seeds the demo on first run and offers the simulators. */
  demo: boolean
  /** Whether the pages under /dev and the simulated carrier exist. */
  simulators: boolean
  /** The address of the simulated carrier; undefined: inside this process. */
  simulatorUrl: string | undefined
  /** The mail server, with user and password; undefined: the outbox page, if simulators are on. */
  smtpUrl: string | undefined
  /** The sender address of emails. */
  mailFrom: string
  /** Where users write when they need help; undefined: help names the owners of their organization. */
  supportEmail: string | undefined
  /** The number that codes are texted from; undefined: the simulated carrier's, if simulators are on. */
  codesFrom: { phone: string; account: string; key: string } | undefined
  /** Signs the user's identity for the support chat. */
  intercomSecret: string | undefined
  /** The support chat of the operator at Intercom; undefined: help stays local. */
  intercom: { appId: string; region: 'us' | 'eu' | 'ap' } | undefined
  /** Countries (ISO 3166) whose numbers can get codes, in addition to the organization's own. */
  codeCountries: ReadonlySet<string>
  /** Hosts of push services that browsers may use; `*.` matches any subdomain. */
  pushHosts: readonly string[]
  /** The bucket for files; undefined: a folder in the data directory. */
  filesS3:
    | {
        endpoint: string
        bucket: string
        region: string
        /** Undefined: credentials of the environment or the machine, as the AWS SDK finds them. */
        credentials: { key: string; secret: string } | undefined
      }
    | undefined
  /** The transcription service for voicemails, with OpenAI's API; undefined: voicemails have no transcript. */
  transcribe: { url: string; key: string; model: string } | undefined
  /** The translation service; undefined: reviewed phrases only. */
  translator:
    | { kind: 'deepl'; key: string; url: string | undefined }
    | { kind: 'openai'; url: string; key: string; model: string }
    | { kind: 'libre'; url: string; key: string | undefined }
    | undefined
  /** The account at Stripe, real or simulated; undefined: organizations are not billed. */
  stripe:
    | {
        secretKey: string
        webhookSecret: string
        isSimulated: boolean
        isTaxed: boolean
        /** Where the simulated one is, unless it is this server. */
        simulatorUrl?: string
      }
    | undefined
  /** The application at Finch, real or simulated; undefined: no HR system can be connected. */
  finch: FinchSettings | undefined
  /** The SFTP server for files of people; undefined: it is off. */
  sftp: SftpSettings | undefined
  /** Makes keyed hashes, and encrypts secrets at rest unless another key does: 32 bytes as base64. */
  masterKey: string | undefined
  /** The keys that seal (the first) and open secrets at rest, beside the master key; empty: only the master key. */
  encryptionKeys: readonly EncryptionKey[]
  /** Where errors are reported, with Sentry's protocol; undefined: only in the log. */
  sentryDsn: string | undefined
  /**
   * Whether webhooks, and calls to identity providers, may go to this machine, its network and plain HTTP addresses; for
   * development only.
   */
  webhooksToPrivate: boolean
  /** Name servers that are asked for the proof of an email domain; empty: those of this machine. */
  dnsServers: readonly string[]
  /** Who fetches /metrics must send it as a bearer token; undefined: only programs on this machine may. */
  metricsToken: string | undefined
  production: boolean
  logLevel: string
  /** Number of trusted proxies in front of us that set X-Forwarded-For. */
  trustedProxies: number
  /** How often the sessions of live connections are rechecked. */
  socketRecheckSeconds: number
  /** A carrier's webhook that is not committed after this long is spooled to disk and answered, in ms. */
  spoolAfterMs: number
  /** How long a process that stops still answers requests after `/readyz` says so, in ms. */
  drainMs: number
  /** Names a restore of the database from a backup that the product cannot notice itself; undefined: none. */
  restored: string | undefined
  /** For fault tests: points at which the process crashes or pauses. */
  failpoints: string
}

/** The push services of Chrome, Firefox, Edge and Safari. */
const PUSH_HOSTS =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com,*.push.apple.com'

/**
 * Reads the settings of a server process, which in production also needs its public address: links in texts and the
 * signatures of webhooks are made from it.
 */
export function readServerConfig(settings: Record<string, string | undefined>): Config {
  const config = readConfig(settings)
  if (config.production && !settings['PUBLIC_URL'])
    throw new WrongSetting(
      'PUBLIC_URL is missing: the address at which users and carriers reach this server, such as https://crewline.example.com. Links in texts and the signatures of webhooks are made from it.',
    )
  return config
}

/**
 * Reads the settings; throws `WrongSetting`, which says how to fix a wrong one. A command that decrypts nothing needs no
 * master key.
 */
export function readConfig(
  settings: Record<string, string | undefined>,
  { needsMasterKey = true }: { needsMasterKey?: boolean } = {},
): Config {
  // An empty setting, as in `PORT=`, counts as unset.
  const env = Object.fromEntries(Object.entries(settings).filter(([, text]) => text !== ''))
  const port = readInteger(env['PORT'] ?? '3000', 'PORT', 0, 65_535)
  const host = env['HOST'] ?? '127.0.0.1'
  const databaseUrl = env['DATABASE_URL'] || undefined
  const production = env['NODE_ENV'] === 'production'
  const demo = env['DEMO'] === undefined ? databaseUrl === undefined && !production : isOn(env['DEMO'])
  const simulators = env['SIMULATORS'] === undefined ? demo : isOn(env['SIMULATORS'])
  if (production && (demo || simulators)) {
    throw new WrongSetting(
      'The demo and the simulators cannot run with NODE_ENV=production. Unset DEMO and SIMULATORS.',
    )
  }
  const masterKey = env['MASTER_KEY'] || undefined
  if (masterKey && Buffer.from(masterKey, 'base64').length !== 32)
    throw new WrongSetting('MASTER_KEY must be 32 bytes as base64. Create one with: openssl rand -base64 32')
  const publicUrl = env['PUBLIC_URL'] ?? `http://${addressOf(host)}:${port}`
  if (!(URL.canParse(publicUrl) && /^https?:$/.test(new URL(publicUrl).protocol)))
    throw new WrongSetting('PUBLIC_URL must look like https://crewline.example.com.')
  if (databaseUrl && !masterKey && !simulators && needsMasterKey) {
    throw new WrongSetting(
      'MASTER_KEY is missing: 32 random bytes as base64 that encrypt the secrets in your database. Create one with: openssl rand -base64 32',
    )
  }
  return {
    port,
    host,
    dataDir: resolve(env['DATA_DIR'] ?? './data'),
    databaseUrl,
    databasePooler: readPooler(env, databaseUrl),
    namedStatements: isOn(env['DATABASE_NAMED_STATEMENTS'] ?? (env['DATABASE_POOL_URL'] ? 'off' : 'on')),
    publicUrl: publicUrl.replace(/\/+$/, ''),
    roles: readRoles(env['ROLES'] ?? 'web,worker,sender'),
    demo,
    simulators,
    simulatorUrl: env['SIMULATOR_URL'] || undefined,
    smtpUrl: readSmtpUrl(env['SMTP_URL']),
    mailFrom: env['MAIL_FROM'] ?? 'Crewline <no-reply@localhost>',
    supportEmail: readSupportEmail(env['SUPPORT_EMAIL']),
    codesFrom: readCodesFrom(env),
    intercomSecret: env['INTERCOM_SECRET'] || undefined,
    intercom: readIntercom(env),
    codeCountries: new Set((env['CODE_COUNTRIES'] ?? 'US,CA').split(',').map((code) => code.trim().toUpperCase())),
    pushHosts: (env['PUSH_HOSTS'] ?? PUSH_HOSTS).split(',').map((host) => host.trim().toLowerCase()),
    filesS3: readFilesS3(env),
    transcribe: readTranscribe(env),
    translator: readTranslator(env),
    stripe: readStripe(env, simulators),
    finch: readFinch(env, simulators),
    sftp: readSftp(env),
    masterKey,
    encryptionKeys: readEncryptionKeys(env['ENCRYPTION_KEYS']),
    sentryDsn: readSentryDsn(env['SENTRY_DSN']),
    webhooksToPrivate: readWebhooksToPrivate(env, { production, simulators }),
    dnsServers: readDnsServers(env['DNS_SERVERS']),
    metricsToken: env['METRICS_TOKEN'],
    production,
    logLevel: env['LOG_LEVEL'] ?? (demo ? 'warn' : 'info'),
    trustedProxies: readInteger(env['TRUSTED_PROXIES'] ?? '0', 'TRUSTED_PROXIES', 0, 10),
    socketRecheckSeconds: readInteger(env['SOCKET_RECHECK_SECONDS'] ?? '30', 'SOCKET_RECHECK_SECONDS', 1, 3600),
    drainMs: readInteger(env['DRAIN_SECONDS'] ?? (production ? '3' : '0'), 'DRAIN_SECONDS', 0, 60) * 1_000,
    spoolAfterMs: readInteger(env['SPOOL_AFTER_MS'] ?? '1200', 'SPOOL_AFTER_MS', 100, 60_000),
    restored: env['RESTORED'],
    failpoints: production ? '' : (env['FAILPOINTS'] ?? ''),
  }
}

/** Formats a host for a URL: a wildcard host becomes localhost, and IPv6 is put in brackets. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function readRoles(text: string): ReadonlySet<ProcessRole> {
  const named = text.split(',').map((part) => part.trim())
  for (const role of named) {
    if (role !== 'web' && role !== 'worker' && role !== 'sender') {
      throw new WrongSetting(`ROLES contains "${role}"; it may contain web, worker and sender, separated by commas.`)
    }
  }
  return new Set(named as ProcessRole[])
}

function readInteger(text: string, name: string, least: number, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new WrongSetting(`${name} is "${text}"; it must be a whole number from ${least} to ${most}.`)
  }
  return value
}
