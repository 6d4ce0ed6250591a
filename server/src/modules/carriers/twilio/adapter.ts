import { CARRIER_CALL_MS, MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import twilio from 'twilio'
import type { World } from '../../../kernel/world.ts'
import { CarrierSilent, type Account, type Carrier, type IncomingText, type Verdict } from '../carrier.ts'
import { openMedia } from '../media.ts'
import { setUpAtSimulator } from '../simulated/set-up.ts'
import { answerCall } from './answer.ts'
import { hear, hearCall } from './hear.ts'
import { openingAtTwilio } from './hosts.ts'
import { outcomeOfTwilio } from './outcome.ts'
import { PooledHttp } from './pooled-http.ts'

type Client = ReturnType<typeof twilio>

/** Texts asked for at once (https://www.twilio.com/docs/usage/twilios-response#response-formats-list-paging-information). */
const PAGE = 1000
/** Longest a text may wait at Twilio, in seconds. */
const VALIDITY_MAX_S = 36_000

/**
 * Twilio through its official SDK. Twilio offers no look-up by a reference of ours and no idempotency key for messages,
 * so texts are marked no further ahead than they are in flight and an unclear outcome stays `unknown` until the
 * per-message status callback, which carries our id in its address, says otherwise.
 */
export function twilioCarrier(world: World, simulatorUrl: string | undefined): Carrier {
  const clientOf = rememberClients(world, simulatorUrl)
  return {
    name: 'twilio',
    concurrency: 20,
    markAhead: 20,
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
        return sent.sid ? { kind: 'accepted', carrierId: sent.sid } : { kind: 'unknown', why: 'answer without an id' }
      } catch (error) {
        return outcomeOfTwilio(error)
      }
    },
    hear,
    hearCall: (account, request) =>
      hearCall(account, request, async (callId) => {
        try {
          const recordings = await clientOf(account, CARRIER_CALL_MS).calls(callId).recordings.list({ limit: 20 })
          return recordings.some((one) => one.status !== 'absent')
        } catch (cause) {
          throw new CarrierSilent('Twilio does not say whether a call was recorded', { cause })
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

/** One client an account, token and patience. By token too: one that was changed must not go on with the old. */
function rememberClients(world: World, simulatorUrl: string | undefined) {
  const clients = new Map<string, Client>()
  return ({ account, key }: Account, timeoutMs: number): Client => {
    const name = `${account}|${key}|${timeoutMs}`
    const known = clients.get(name)
    if (known) return known
    const httpClient = new PooledHttp(world, simulatorUrl, timeoutMs)
    const made = twilio(account, key, { httpClient, autoRetry: false, lazyLoading: true })
    clients.set(name, made)
    return made
  }
}

async function verify(client: Client, phone: string): Promise<Verdict> {
  try {
    const found = phone.startsWith('+')
      ? await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: 1 })
      : await client.shortCodes.list({ shortCode: phone, limit: 1 })
    return found.length > 0 ? 'ok' : 'unknown_number'
  } catch (error) {
    const http = (error as { status?: number }).status
    return http === 401 || http === 403 || http === 404 ? 'unknown_account' : 'unreachable'
  }
}

/** Texts workers sent. Files of one are asked for only where it has some. */
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
  for (const one of listed.toReversed()) {
    if (one.direction !== 'inbound') continue
    const { sid, from, body } = one
    incoming.push({
      kind: 'incoming',
      carrierId: sid,
      from,
      to: one.to,
      body: body ?? '',
      media: Number(one.numMedia) > 0 ? await mediaOf(client, sid) : [],
      at: (one.dateSent ?? one.dateCreated).toISOString(),
    })
  }
  return incoming
}

async function mediaOf(client: Client, sid: string): Promise<IncomingText['media']> {
  const found = await client.messages(sid).media.list({ limit: MEDIA_PER_MESSAGE })
  return found.map(({ uri, contentType }) => ({
    url: `https://api.twilio.com${uri.replace(/\.json$/, '')}`,
    mime: contentType,
  }))
}
