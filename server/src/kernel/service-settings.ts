import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** A setting is missing or wrong; the message tells the operator what to do. */
export class WrongSetting extends Error {}

/** Reads the bucket for files. */
export function readFilesS3(env: Record<string, string | undefined>): Config['filesS3'] {
  const endpoint = env['FILES_S3_ENDPOINT']
  const bucket = env['FILES_S3_BUCKET']
  const key = env['FILES_S3_KEY']
  const secret = env['FILES_S3_SECRET']
  if (!endpoint && !bucket && !key && !secret) return undefined
  if (!endpoint || !bucket)
    throw new WrongSetting('FILES_S3_ENDPOINT and FILES_S3_BUCKET belong together: set both or none.')
  if (Boolean(key) !== Boolean(secret))
    throw new WrongSetting(
      'FILES_S3_KEY and FILES_S3_SECRET belong together: set both, or neither to use the role of the machine.',
    )
  if (!(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new WrongSetting('FILES_S3_ENDPOINT must look like https://s3.us-east-1.amazonaws.com.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new WrongSetting('FILES_S3_BUCKET is not a valid bucket name.')
  const region = env['FILES_S3_REGION'] ?? 'us-east-1'
  const credentials = key && secret ? { key, secret } : undefined
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, credentials }
}

/** Reads the transcription service. */
export function readTranscribe(env: Record<string, string | undefined>): Config['transcribe'] {
  const url = env['TRANSCRIBE_URL']
  const key = env['TRANSCRIBE_KEY']
  if (!url && !key) return undefined
  if (!url || !key) throw new WrongSetting('TRANSCRIBE_URL and TRANSCRIBE_KEY belong together: set both or none.')
  if (!(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new WrongSetting('TRANSCRIBE_URL must look like https://api.openai.com/v1.')
  return { url: url.replace(/\/+$/, ''), key, model: env['TRANSCRIBE_MODEL'] ?? 'whisper-1' }
}

/** Reads the translation service. */
export function readTranslator(env: Record<string, string | undefined>): Config['translator'] {
  const deepl = env['TRANSLATE_DEEPL_KEY']
  if (deepl) return { kind: 'deepl', key: deepl, url: env['TRANSLATE_DEEPL_URL'] }
  const openai = env['TRANSLATE_OPENAI_URL']
  if (openai) {
    const [key, model] = [env['TRANSLATE_OPENAI_KEY'], env['TRANSLATE_OPENAI_MODEL']]
    if (!key || !model)
      throw new WrongSetting('TRANSLATE_OPENAI_URL also requires TRANSLATE_OPENAI_KEY and TRANSLATE_OPENAI_MODEL.')
    return { kind: 'openai', url: openai, key, model }
  }
  const libre = env['TRANSLATE_LIBRE_URL']
  return libre ? { kind: 'libre', url: libre, key: env['TRANSLATE_LIBRE_KEY'] } : undefined
}

/** Reads the account at Stripe; with simulators and without an account, the simulated one. */
export function readStripe(env: Record<string, string | undefined>, simulators: boolean): Config['stripe'] {
  const secretKey = env['STRIPE_SECRET_KEY']
  const webhookSecret = env['STRIPE_WEBHOOK_SECRET']
  if (Boolean(secretKey) !== Boolean(webhookSecret))
    throw new WrongSetting('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both or none.')
  if (!secretKey || !webhookSecret)
    return simulators
      ? { secretKey: 'sk_test_simulator', webhookSecret: 'whsec_simulator', isSimulated: true, isTaxed: true }
      : undefined
  if (!/^(sk|rk)_(test|live)_/.test(secretKey))
    throw new WrongSetting('STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_ or rk_test_.')
  if (!webhookSecret.startsWith('whsec_')) throw new WrongSetting('STRIPE_WEBHOOK_SECRET must begin with whsec_.')
  const isTaxed = ['1', 'true', 'on'].includes(env['STRIPE_TAX'] ?? '')
  return { secretKey, webhookSecret, isSimulated: false, isTaxed }
}

/** An application at Finch. */
export interface FinchSettings {
  clientId: string
  clientSecret: string
  /** As base64. */
  webhookSecret: string
  isSimulated: boolean
  /** Where the simulated one is, unless it is this server. */
  simulatorUrl?: string
}

/** The webhook secret of the simulated Finch, as base64. */
const SIMULATED_FINCH_SECRET = Buffer.from('the simulated Finch signs its webhooks').toString('base64')

/** Reads the application at Finch; with simulators and without an application, the simulated one. */
export function readFinch(env: Record<string, string | undefined>, simulators: boolean): FinchSettings | undefined {
  const clientId = env['FINCH_CLIENT_ID']
  const clientSecret = env['FINCH_CLIENT_SECRET']
  const webhookSecret = env['FINCH_WEBHOOK_SECRET']
  const given = [clientId, clientSecret, webhookSecret].filter(Boolean).length
  if (given > 0 && given < 3)
    throw new WrongSetting(
      'FINCH_CLIENT_ID, FINCH_CLIENT_SECRET and FINCH_WEBHOOK_SECRET belong together: set all or none.',
    )
  if (!clientId || !clientSecret || !webhookSecret)
    return simulators
      ? {
          clientId: 'simulator',
          clientSecret: 'simulated-secret',
          webhookSecret: SIMULATED_FINCH_SECRET,
          isSimulated: true,
        }
      : undefined
  if (Buffer.from(webhookSecret, 'base64').toString('base64') !== webhookSecret)
    throw new WrongSetting('FINCH_WEBHOOK_SECRET must be the base64 text that Finch shows.')
  return { clientId, clientSecret, webhookSecret, isSimulated: false }
}

/** The SFTP server for files of people. */
export interface SftpSettings {
  port: number
  /** Where clients find it, when that is not the host of PUBLIC_URL and the port. */
  publicHost: string | undefined
  publicPort: number | undefined
}

/** Reads where the SFTP server listens; undefined: it is off. */
export function readSftp(env: Record<string, string | undefined>): SftpSettings | undefined {
  const text = env['SFTP_PORT']
  const address = env['SFTP_ADDRESS']
  if (!text) {
    if (address) throw new WrongSetting('SFTP_ADDRESS needs SFTP_PORT, on which the SFTP server listens.')
    return undefined
  }
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new WrongSetting('SFTP_PORT must be a port, such as 2222.')
  const [, publicHost, publicPort] = /^([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i.exec(address ?? '') ?? []
  if (address && !publicHost) throw new WrongSetting('SFTP_ADDRESS must look like sftp.example.com:22.')
  return { port, publicHost, publicPort: publicPort === undefined ? undefined : Number(publicPort) }
}

/** Checks the mail server. */
export function readSmtpUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !(URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)))
    throw new WrongSetting('SMTP_URL must look like smtp://user:password@mail.example.com:587.')
  return text
}

/** Checks the address that users write to for help. */
export function readSupportEmail(text: string | undefined): string | undefined {
  // It becomes a mailto: link, so it must be one plain address.
  if (text !== undefined && !/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text))
    throw new WrongSetting('SUPPORT_EMAIL must be one address, such as help@example.com.')
  return text
}

const CHAT_REGIONS = ['us', 'eu', 'ap'] as const

/**
 * Checks the support chat. Without the secret anyone could write to the operator in the name of a user, so the chat is not
 * offered without it.
 */
export function readIntercom(env: Record<string, string | undefined>): Config['intercom'] {
  const appId = env['INTERCOM_APP_ID']
  const wanted = env['INTERCOM_REGION'] ?? 'us'
  if (appId === undefined) return undefined
  // It becomes part of the address of a script.
  if (!/^[a-z0-9]{4,20}$/i.test(appId))
    throw new WrongSetting('INTERCOM_APP_ID must be letters and digits, such as ab12cd34.')
  if (!env['INTERCOM_SECRET'])
    throw new WrongSetting('INTERCOM_APP_ID needs INTERCOM_SECRET, which proves to Intercom who a user is.')
  const region = CHAT_REGIONS.find((known) => known === wanted)
  if (!region) throw new WrongSetting(`INTERCOM_REGION is "${wanted}"; it may be us, eu or ap.`)
  return { appId, region }
}

/** Checks the error service. */
export function readSentryDsn(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/\w+(?::\w+)?@[\w.:[\]-]+(?:\/[\w.-]+)*\/\d+$/.test(text))
    throw new WrongSetting('SENTRY_DSN must look like https://key@sentry.example.com/1.')
  return text
}

/** Reads the number that codes are texted from. */
export function readCodesFrom(env: Record<string, string | undefined>): Config['codesFrom'] {
  const phone = env['CODES_FROM']
  const account = env['CODES_ACCOUNT']
  const key = env['CODES_KEY']
  if (!phone && !account && !key) return undefined
  if (!phone || !account || !key)
    throw new WrongSetting('CODES_FROM, CODES_ACCOUNT and CODES_KEY belong together: set all three or none.')
  if (!/^\+[1-9]\d{6,14}$/.test(phone))
    throw new WrongSetting('CODES_FROM must be a phone number such as +13125550100.')
  return { phone, account, key }
}

/** Returns whether a setting turns something on. */
export function isOn(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}

/** Reads the name servers that are asked for the proof of an email domain. */
export function readDnsServers(list: string | undefined): string[] {
  const servers = (list ?? '').split(',').flatMap((part) => part.trim() || [])
  for (const server of servers)
    if (isIP(server.replace(/^\[|\](:\d+)?$/g, '')) === 0 && isIP(server.replace(/:\d+$/, '')) === 0)
      throw new WrongSetting(`DNS_SERVERS lists "${server}". Use IP addresses, such as 9.9.9.9 or 10.0.0.2:5353.`)
  return servers
}

/** Reads whether webhooks may go to private addresses, which production refuses. */
export function readWebhooksToPrivate(
  env: Record<string, string | undefined>,
  { production, simulators }: { production: boolean; simulators: boolean },
): boolean {
  const allowed = env['WEBHOOKS_TO_PRIVATE']
  if (production && isOn(allowed))
    throw new WrongSetting(
      'WEBHOOKS_TO_PRIVATE is for development: with NODE_ENV=production a webhook could reach the services of your network. Unset it.',
    )
  return allowed === undefined ? simulators : isOn(allowed)
}

/** Reads the pooler in front of the database. */
export function readPooler(
  env: Record<string, string | undefined>,
  databaseUrl: string | undefined,
): Config['databasePooler'] {
  const url = env['DATABASE_POOL_URL']
  const password = env['DATABASE_POOL_PASSWORD']
  if (!url && !password) return undefined
  if (!url || !password || !databaseUrl)
    throw new WrongSetting(
      'DATABASE_POOL_URL and DATABASE_POOL_PASSWORD belong together, and need DATABASE_URL as the address of the database itself.',
    )
  if (!(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)))
    throw new WrongSetting('DATABASE_POOL_URL must look like postgres://localhost:6432/crewline.')
  return { url, password }
}
