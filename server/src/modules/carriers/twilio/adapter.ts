import { CARRIER_CALL_MS, MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import twilio from 'twilio'
import type { World } from '../../../kernel/world.ts'
import {
  CarrierUnavailable,
  type Account,
  type Carrier,
  type IncomingText,
  type AccountCheckResult,
} from '../carrier.ts'
import { openMedia } from '../media.ts'
import { setUpAtSimulator } from '../simulated/set-up.ts'
import { answerCall } from './answer.ts'
import { handleMessage, handleCall } from './inbound.ts'
import { openingAtTwilio } from './hosts.ts'
import { outcomeOfTwilio } from './outcome.ts'
import { PooledHttp } from './pooled-http.ts'

type Client = ReturnType<typeof twilio>

/**
 * Messages per list request
 * (https://www.twilio.com/docs/usage/twilios-response#response-formats-list-paging-information).
 */
const PAGE = 1000
/** Maximum time a message may wait at Twilio, in seconds. */
const VALIDITY_MAX_S = 36_000

/**
 * Creates the Twilio carrier on the official SDK. Twilio offers no lookup by our reference and no idempotency key for
 * messages. Therefore no more messages are marked as submitting than are in flight, and an unclear outcome stays
 * `unknown` until the per-message status callback, which has our id in its URL, resolves it.
 */
export function twilioCarrier(world: World, simulatorUrl: string | undefined): Carrier {
  const clientOf = rememberClients(world, simulatorUrl)
  return {
    name: 'twilio',
    concurrency: 20,
    maxOpenSubmissions: 20,
    submit: async (account, text, timeoutMs) => {
      try {
        const sent = await clientOf(account, timeoutMs).messages.create({
          from: text.from,
          to: text.to,
          ...(text.body === '' ? {} : { body: text.body }),
          ...(text.mediaUrls.length === 0 ? {} : { mediaUrl: text.mediaUrls }),
          statusCallback: text.callbackUrl,
          validityPeriod: Math.min(text.validitySeconds, VALIDITY_MAX_S),
        })
        return sent.sid ? { kind: 'accepted', carrierId: sent.sid } : { kind: 'unknown', why: 'response without an id' }
      } catch (error) {
        return outcomeOfTwilio(error)
      }
    },
    handleMessage,
    handleCall: (account, request) =>
      handleCall(account, request, async (callId) => {
        try {
          const recordings = await clientOf(account, CARRIER_CALL_MS).calls(callId).recordings.list({ limit: 20 })
          return recordings.some((recording) => recording.status !== 'absent')
        } catch (cause) {
          throw new CarrierUnavailable('Twilio did not report whether a call was recorded', { cause })
        }
      }),
    answerCall,
    fetchMedia: (account, url) => openMedia(url, (at) => openingAtTwilio(account, at, simulatorUrl)),
    verify: (account, phone) => verify(clientOf(account, CARRIER_CALL_MS), phone),
    list: (account, span) => listIncoming(clientOf(account, CARRIER_CALL_MS), span),
    ...(simulatorUrl === undefined
      ? {}
      : ({
          setUp: (account, number) => setUpAtSimulator(simulatorUrl, 'twilio', account, number),
        } satisfies Partial<Carrier>)),
  }
}

/**
 * Caches one client per account, token and timeout. The token is part of the key, so that a changed token takes effect.
 */
function rememberClients(world: World, simulatorUrl: string | undefined) {
  const clients = new Map<string, Client>()
  return ({ account, key }: Account, timeoutMs: number): Client => {
    const name = `${account}|${key}|${timeoutMs}`
    const cached = clients.get(name)
    if (cached) return cached
    const httpClient = new PooledHttp(world, simulatorUrl, timeoutMs)
    const made = twilio(account, key, { httpClient, autoRetry: false, lazyLoading: true })
    clients.set(name, made)
    return made
  }
}

async function verify(client: Client, phone: string): Promise<AccountCheckResult> {
  try {
    const matches = phone.startsWith('+')
      ? await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: 1 })
      : await client.shortCodes.list({ shortCode: phone, limit: 1 })
    return matches.length > 0 ? 'ok' : 'unknown_number'
  } catch (error) {
    const http = (error as { status?: number }).status
    return http === 401 || http === 403 || http === 404 ? 'unknown_account' : 'unreachable'
  }
}

/** Lists inbound messages. Requests the files of a message only when it has some. */
async function listIncoming(
  client: Client,
  { since, until, to }: { since: Date; until: Date; to?: string },
): Promise<IncomingText[]> {
  const listed = await client.messages.list({
    dateSentAfter: since,
    dateSentBefore: until,
    ...(to ? { to } : {}),
    pageSize: PAGE,
  })
  const incoming: IncomingText[] = []
  for (const message of listed.toReversed()) {
    if (message.direction !== 'inbound') continue
    const { sid, from, body } = message
    incoming.push({
      kind: 'incoming',
      carrierId: sid,
      from,
      to: message.to,
      body: body ?? '',
      media: Number(message.numMedia) > 0 ? await mediaOf(client, sid) : [],
      at: (message.dateSent ?? message.dateCreated).toISOString(),
    })
  }
  return incoming
}

async function mediaOf(client: Client, sid: string): Promise<IncomingText['media']> {
  const files = await client.messages(sid).media.list({ limit: MEDIA_PER_MESSAGE })
  return files.map(({ uri, contentType }) => ({
    url: `https://api.twilio.com${uri.replace(/\.json$/, '')}`,
    mime: contentType,
  }))
}
