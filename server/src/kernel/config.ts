import { resolve } from 'node:path'

/** The role of a process: serve users, follow the event log, or hand messages to carriers. */
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
  /** Seeds the demo on first run and offers the simulators. */
  demo: boolean
  /** Whether the pages under /dev and the simulated carrier exist. */
  simulators: boolean
  /** The address of the simulated carrier; undefined: inside this process. */
  simulatorUrl: string | undefined
  /**
   * The mail server, as smtp:// or smtps:// with user and password; undefined: the outbox page, if simulators are on.
   */
  smtpUrl: string | undefined
  /** The sender address of emails. */
  mailFrom: string
  /** The number that codes are texted from; undefined: the simulated carrier's, if simulators are on. */
  codesFrom: { phone: string; account: string; key: string } | undefined
  /** Signs the user's identity for the support chat; undefined: help stays local. */
  intercomSecret: string | undefined
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
  /** Encrypts secrets at rest: 32 bytes as base64. */
  masterKey: string | undefined
  /** Where errors are reported, with Sentry's protocol; undefined: only in the log. */
  sentryDsn: string | undefined
  production: boolean
  logLevel: string
  /** Number of trusted proxies in front of us that set X-Forwarded-For. */
  trustedProxies: number
  /** How often the sessions of live connections are rechecked. */
  socketRecheckSeconds: number
  /** A carrier's webhook that is not committed after this long is spooled to disk and answered, in ms. */
  spoolAfterMs: number
  /** For fault tests: points at which the process crashes or pauses. */
  failpoints: string
}

/** The push services of Chrome, Firefox, Edge and Safari. */
const PUSH_HOSTS =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com,*.push.apple.com'

/** Reads the settings; throws a message that says how to fix a wrong one. */
export function readConfig(settings: Record<string, string | undefined>): Config {
  // An empty setting, as in `PORT=`, counts as unset.
  const env = Object.fromEntries(Object.entries(settings).filter(([, text]) => text !== ''))
  const port = readInteger(env['PORT'] ?? '3000', 'PORT', 0, 65_535)
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
      'MASTER_KEY is missing: 32 random bytes as base64 that encrypt the secrets in your database. Create one with: openssl rand -base64 32',
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
    pushHosts: (env['PUSH_HOSTS'] ?? PUSH_HOSTS).split(',').map((host) => host.trim().toLowerCase()),
    filesS3: readFilesS3(env),
    transcribe: readTranscribe(env),
    translator: readTranslator(env),
    masterKey,
    sentryDsn: readSentryDsn(env['SENTRY_DSN']),
    production,
    logLevel: env['LOG_LEVEL'] ?? (demo ? 'warn' : 'info'),
    trustedProxies: readInteger(env['TRUSTED_PROXIES'] ?? '0', 'TRUSTED_PROXIES', 0, 10),
    socketRecheckSeconds: readInteger(env['SOCKET_RECHECK_SECONDS'] ?? '30', 'SOCKET_RECHECK_SECONDS', 1, 3600),
    spoolAfterMs: readInteger(env['SPOOL_AFTER_MS'] ?? '1200', 'SPOOL_AFTER_MS', 100, 60_000),
    failpoints: production ? '' : (env['FAILPOINTS'] ?? ''),
  }
}

function readSmtpUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !(URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)))
    throw new Error('SMTP_URL must look like smtp://user:password@mail.example.com:587.')
  return text
}

function readSentryDsn(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/\w+(?::\w+)?@[\w.:[\]-]+(?:\/[\w.-]+)*\/\d+$/.test(text))
    throw new Error('SENTRY_DSN must look like https://key@sentry.example.com/1.')
  return text
}

function readCodesFrom(env: Record<string, string | undefined>): Config['codesFrom'] {
  const phone = env['CODES_FROM']
  const account = env['CODES_ACCOUNT']
  const key = env['CODES_KEY']
  if (!phone && !account && !key) return undefined
  if (!phone || !account || !key)
    throw new Error('CODES_FROM, CODES_ACCOUNT and CODES_KEY belong together: set all three or none.')
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) throw new Error('CODES_FROM must be a phone number such as +13125550100.')
  return { phone, account, key }
}

function readFilesS3(env: Record<string, string | undefined>): Config['filesS3'] {
  const endpoint = env['FILES_S3_ENDPOINT']
  const bucket = env['FILES_S3_BUCKET']
  const key = env['FILES_S3_KEY']
  const secret = env['FILES_S3_SECRET']
  if (!endpoint && !bucket && !key && !secret) return undefined
  if (!endpoint || !bucket) throw new Error('FILES_S3_ENDPOINT and FILES_S3_BUCKET belong together: set both or none.')
  if (Boolean(key) !== Boolean(secret))
    throw new Error(
      'FILES_S3_KEY and FILES_S3_SECRET belong together: set both, or neither to use the role of the machine.',
    )
  if (!(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new Error('FILES_S3_ENDPOINT must look like https://s3.us-east-1.amazonaws.com.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error('FILES_S3_BUCKET is not a valid bucket name.')
  const region = env['FILES_S3_REGION'] ?? 'us-east-1'
  const credentials = key && secret ? { key, secret } : undefined
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, credentials }
}

function readTranscribe(env: Record<string, string | undefined>): Config['transcribe'] {
  const url = env['TRANSCRIBE_URL']
  const key = env['TRANSCRIBE_KEY']
  if (!url && !key) return undefined
  if (!url || !key) throw new Error('TRANSCRIBE_URL and TRANSCRIBE_KEY belong together: set both or none.')
  if (!(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new Error('TRANSCRIBE_URL must look like https://api.openai.com/v1.')
  return { url: url.replace(/\/+$/, ''), key, model: env['TRANSCRIBE_MODEL'] ?? 'whisper-1' }
}

function readTranslator(env: Record<string, string | undefined>): Config['translator'] {
  const deepl = env['TRANSLATE_DEEPL_KEY']
  if (deepl) return { kind: 'deepl', key: deepl, url: env['TRANSLATE_DEEPL_URL'] }
  const openai = env['TRANSLATE_OPENAI_URL']
  if (openai) {
    const [key, model] = [env['TRANSLATE_OPENAI_KEY'], env['TRANSLATE_OPENAI_MODEL']]
    if (!key || !model)
      throw new Error('TRANSLATE_OPENAI_URL also requires TRANSLATE_OPENAI_KEY and TRANSLATE_OPENAI_MODEL.')
    return { kind: 'openai', url: openai, key, model }
  }
  const libre = env['TRANSLATE_LIBRE_URL']
  return libre ? { kind: 'libre', url: libre, key: env['TRANSLATE_LIBRE_KEY'] } : undefined
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
      throw new Error(`ROLES contains "${role}"; it may contain web, worker and sender, separated by commas.`)
    }
  }
  return new Set(named as ProcessRole[])
}

function isOn(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}

function readInteger(text: string, name: string, least: number, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} is "${text}"; it must be a whole number from ${least} to ${most}.`)
  }
  return value
}
