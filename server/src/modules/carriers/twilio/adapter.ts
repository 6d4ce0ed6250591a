import twilio from 'twilio'
import type { World } from '../../../kernel/world.ts'
import type { Account, Carrier, CarrierEvent, HookRequest, SendOutcome, StatusReport } from '../carrier.ts'
import { outcomeOfError } from '../connection.ts'
import { PooledHttp } from './pooled-http.ts'

/**
 * Twilio through its official SDK. Twilio offers no look-up by a reference of ours and no idempotency key for messages,
 * so texts are marked no further ahead than they are in flight and an unclear outcome stays `unknown` until the
 * per-message status callback, which carries our id in its address, says otherwise.
 */
export function twilioCarrier(world: World, simulatorUrl: string | undefined): Carrier {
  const clients = new Map<string, { http: PooledHttp; client: ReturnType<typeof twilio> }>()
  const clientOf = (account: Account) => {
    // By key too: a token that was changed must not be answered with the old one until the next start.
    const name = `${account.account}|${account.key}`
    const known = clients.get(name)
    if (known) return known
    const http = new PooledHttp(world, simulatorUrl)
    const made = {
      http,
      client: twilio(account.account, account.key, { httpClient: http, autoRetry: false, lazyLoading: true }),
    }
    clients.set(name, made)
    return made
  }
  return {
    name: 'twilio',
    concurrency: 20,
    markAhead: 20,
    submit: async (account, text, timeoutMs) => {
      const { client, http } = clientOf(account)
      http.timeoutMs = timeoutMs
      try {
        const sent = await client.messages.create({
          from: text.from,
          to: text.to,
          body: text.body,
          statusCallback: text.callbackUrl,
          validityPeriod: Math.min(text.validitySeconds, 36_000),
        })
        return sent.sid ? { kind: 'accepted', carrierId: sent.sid } : { kind: 'unknown', why: 'answer without an id' }
      } catch (error) {
        return outcomeOfTwilio(error)
      }
    },
    hear,
    ...(simulatorUrl === undefined
      ? {}
      : ({ setUp: (account, number) => setUpAtSimulator(simulatorUrl, account, number) } satisfies Partial<Carrier>)),
  }
}

/** Reads an SDK error. Documented refusals are 4xx with a code (https://www.twilio.com/docs/api/errors). */
export function outcomeOfTwilio(error: unknown): SendOutcome {
  const known = error as { status?: number; code?: number | string; retryAfterMs?: number | null }
  if (typeof known.status !== 'number') return outcomeOfError(error)
  if (known.status === 429 || known.code === 20429)
    return { kind: 'not_accepted', why: 'busy', retryAfterMs: known.retryAfterMs ?? null }
  if (known.status === 401 || known.status === 403) return { kind: 'not_accepted', why: 'account', retryAfterMs: null }
  if (known.status >= 400 && known.status < 500 && known.code) return { kind: 'refused', code: String(known.code) }
  return { kind: 'unknown', why: `answer ${known.status}` }
}

const STATES: Record<string, StatusReport['state']> = {
  accepted: 'submitted',
  queued: 'submitted',
  sending: 'submitted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
}

function hear(account: Account, request: HookRequest): CarrierEvent[] | 'forged' {
  const fields = Object.fromEntries(new URLSearchParams(request.raw.toString('utf8')))
  const signature = request.headers['x-twilio-signature'] ?? ''
  if (!twilio.validateRequest(account.secret, signature, request.url, fields)) return 'forged'
  const carrierId = fields['MessageSid'] ?? fields['SmsSid']
  if (!carrierId) throw new Error('a signed call without MessageSid')
  const status = fields['MessageStatus']
  if (status === undefined) {
    if (!fields['From']) throw new Error('a signed text from nobody')
    return [{ kind: 'incoming', carrierId, from: fields['From'], to: fields['To'] ?? '', body: fields['Body'] ?? '' }]
  }
  const state = STATES[status]
  return state ? [{ kind: 'status', carrierId, state, errorCode: fields['ErrorCode'] || null }] : []
}

async function setUpAtSimulator(
  baseUrl: string,
  account: Account,
  { phone, label, inboundUrl }: { phone: string; label: string; inboundUrl: string },
): Promise<void> {
  const answer = await fetch(`${baseUrl}/control/numbers/${encodeURIComponent(phone)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      dialect: 'twilio',
      account: account.account,
      key: account.key,
      secret: account.secret,
      label,
      inboundUrl,
    }),
  })
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to the number ${phone}`)
}
