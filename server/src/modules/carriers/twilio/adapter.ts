import { CARRIER_CALL_MS, MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import twilio from 'twilio'
import type { World } from '../../../kernel/world.ts'
import {
  CarrierUnavailable,
  type Account,
  type Carrier,
  type IncomingText,
  type SentText,
  type SendOutcome,
  type AccountCheckResult,
} from '../carrier.ts'
import { carrierPool, SUBMIT_CONNECTIONS, submitPool } from '../connection.ts'
import { openMedia } from '../media.ts'
import { Permits } from '../permits.ts'
import { setUpAtSimulator } from '../simulated/set-up.ts'
import { answerCall } from './answer.ts'
import { handleMessage, handleCall, stateOfTwilio } from './inbound.ts'
import { openingAtTwilio } from './hosts.ts'
import { buyNumber, ownedNumber, releaseNumber, searchNumbers } from './numbers.ts'
import { outcomeOfTwilio } from './outcome.ts'
import { PooledHttp } from './pooled-http.ts'
import { twilioRegistrar } from './registrar.ts'

type Client = ReturnType<typeof twilio>

/**
 * Messages per list request
 * (https://www.twilio.com/docs/usage/twilios-response#response-formats-list-paging-information).
 */
const PAGE = 1000
/** Lists of files requested at once. */
const MEDIA_LISTS_AT_ONCE = 8
/** Maximum time a message may wait at Twilio, in seconds. */
const VALIDITY_MAX_S = 36_000

/** The sender is not a number of the account, or not one for the country of this recipient. */
const WRONG_SENDER = '21606'
/** This sender cannot reach this recipient. */
const NO_ROUTE = '21612'

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
    permits: new Permits(SUBMIT_CONNECTIONS),
    submit: async (account, text, timeoutMs) => {
      try {
        const sent = await clientOf(account, timeoutMs, submitPool).messages.create({
          from: text.from,
          to: text.to,
          ...(text.body === '' ? {} : { body: text.body }),
          ...(text.mediaUrls.length === 0 ? {} : { mediaUrl: text.mediaUrls }),
          statusCallback: text.callbackUrl,
          validityPeriod: Math.min(text.validitySeconds, VALIDITY_MAX_S),
        })
        return sent.sid ? { kind: 'accepted', carrierId: sent.sid } : { kind: 'unknown', why: 'response without an id' }
      } catch (error) {
        const outcome = outcomeOfTwilio(error)
        if (outcome.kind !== 'refused' || outcome.code !== WRONG_SENDER) return outcome
        return whoseFault(await verify(clientOf(account, timeoutMs), text.from))
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
    numbers: {
      search: (account, wish) => searchNumbers(clientOf(account, CARRIER_CALL_MS), wish),
      buy: (account, number) => buyNumber(clientOf(account, CARRIER_CALL_MS), number),
      release: (account, phone) => releaseNumber(clientOf(account, CARRIER_CALL_MS), phone),
    },
    registrar: twilioRegistrar((account) => clientOf(account, CARRIER_CALL_MS)),
    list: (account, span, findNew) => listIncoming(clientOf(account, CARRIER_CALL_MS), span, findNew),
    listSent: (account, span) => listSent(clientOf(account, CARRIER_CALL_MS), span),
    ...(simulatorUrl === undefined
      ? {}
      : ({
          setUp: (account, number) => setUpAtSimulator(simulatorUrl, 'twilio', account, number),
        } satisfies Partial<Carrier>)),
  }
}

/**
 * Caches one client per account, token, timeout and pool. The token is part of the key, so that a changed token takes effect.
 */
function rememberClients(world: World, simulatorUrl: string | undefined) {
  const clients = new Map<string, Client>()
  return ({ account, key }: Account, timeoutMs: number, pool = carrierPool): Client => {
    const name = `${account}|${key}|${timeoutMs}|${pool === submitPool}`
    const cached = clients.get(name)
    if (cached) return cached
    const httpClient = new PooledHttp(world, simulatorUrl, { pool, timeoutMs })
    const made = twilio(account, key, { httpClient, autoRetry: false, lazyLoading: true })
    clients.set(name, made)
    return made
  }
}

/** Decides what `WRONG_SENDER` means: whether every message would be refused, or only this one. */
function whoseFault(checked: AccountCheckResult): SendOutcome {
  if (checked === 'ok') return { kind: 'refused', code: NO_ROUTE }
  if (checked === 'unknown_number') return { kind: 'refused', code: WRONG_SENDER }
  return { kind: 'not_accepted', why: checked === 'unreachable' ? 'unreachable' : 'account', retryAfterMs: null }
}

async function verify(client: Client, phone: string): Promise<AccountCheckResult> {
  try {
    const owned = phone.startsWith('+')
      ? await ownedNumber(client, phone)
      : (await client.shortCodes.list({ shortCode: phone, limit: 1 }))[0]
    return owned ? 'ok' : 'unknown_number'
  } catch (error) {
    const http = (error as { status?: number }).status
    return http === 401 || http === 403 || http === 404 ? 'unknown_account' : 'unreachable'
  }
}

/**
 * Lists inbound messages. Twilio lists the files of each message apart: they are requested only for new messages that
 * have some, several at a time.
 */
async function listIncoming(
  client: Client,
  { since, until, to }: { since: Date; until: Date; to?: string },
  findNew: (carrierIds: string[]) => Promise<Set<string>>,
): Promise<IncomingText[]> {
  const listed = await client.messages.list({
    dateSentAfter: since,
    dateSentBefore: until,
    ...(to ? { to } : {}),
    pageSize: PAGE,
  })
  const inbound = listed.filter((message) => message.direction === 'inbound').toReversed()
  const unseen = await findNew(inbound.map((message) => message.sid))
  const fresh = inbound.filter((message) => unseen.has(message.sid))
  const incoming = fresh.map((message): IncomingText => {
    const { sid, from, body } = message
    const at = (message.dateSent ?? message.dateCreated).toISOString()
    return { kind: 'incoming', carrierId: sid, from, to: message.to, body: body ?? '', media: [], at }
  })
  const withFiles = incoming.filter((_text, at) => Number(fresh[at]?.numMedia) > 0)
  const work = async (): Promise<void> => {
    for (let text = withFiles.shift(); text; text = withFiles.shift())
      text.media = await mediaOf(client, text.carrierId)
  }
  await Promise.all(Array.from({ length: MEDIA_LISTS_AT_ONCE }, work))
  return incoming
}

/** Lists the messages sent from a number. A message that Twilio cancelled was never sent. */
async function listSent(
  client: Client,
  { since, until, from }: { since: Date; until: Date; from: string },
): Promise<SentText[]> {
  const listed = await client.messages.list({ dateSentAfter: since, dateSentBefore: until, from, pageSize: PAGE })
  return listed.toReversed().flatMap(({ sid, to, body, numMedia, status, errorCode, direction }): SentText[] => {
    const state = stateOfTwilio(status)
    if (direction === 'inbound' || !state) return []
    const files = Number(numMedia) || 0
    return [{ carrierId: sid, to, body: body ?? '', files, state, errorCode: errorCode ? String(errorCode) : null }]
  })
}

async function mediaOf(client: Client, sid: string): Promise<IncomingText['media']> {
  const files = await client.messages(sid).media.list({ limit: MEDIA_PER_MESSAGE })
  return files.map(({ uri, contentType }) => ({
    url: `https://api.twilio.com${uri.replace(/\.json$/, '')}`,
    mime: contentType,
  }))
}
