import type { IncomingText, SentText, StatusReport } from '../carrier.ts'
import { failureOf, type Client } from './client.ts'
import { errorOf, incomingFrom, readMessage, referenceIn, stateOfTelnyx, type TelnyxMessage } from './inbound.ts'

/** Records per list request, the most that Telnyx allows. */
const PAGE = 50
/** Messages requested at once. */
const LOOKUPS_AT_ONCE = 8

/**
 * The status of a detail record (https://developers.telnyx.com/api-reference/detail-records/search-detail-records). A
 * record proves that Telnyx took the message; a timeout of a network says no more than that.
 */
const STATES: Record<string, StatusReport['state']> = {
  delivered: 'delivered',
  failed: 'undelivered',
  gw_reject: 'failed',
  dlr_unconfirmed: 'sent',
  dlr_timeout: 'sent',
  gw_timeout: 'submitted',
}

interface DetailRecord {
  uuid: string
  to: string
  at: Date
  status: string
  errors: string[]
  webhookUrl: string
}

/**
 * Lists inbound messages. Telnyx lists detail records, which have no words, and gives up the words and files of a
 * message by its id for ten days. A message that it no longer has is left out.
 */
export async function listIncoming(
  client: Client,
  { since, until, to }: { since: Date; until: Date; to?: string },
  findNew: (carrierIds: string[]) => Promise<Set<string>>,
): Promise<IncomingText[]> {
  const records = await detailRecords(client, { since, until }, { direction: 'inbound', ...(to ? { cld: to } : {}) })
  const unseen = await findNew(records.map(({ uuid }) => uuid))
  const found = await inParallel(
    records.filter(({ uuid }) => unseen.has(uuid)),
    async ({ uuid, at }) => {
      const message = await readOne(client, uuid)
      return message && { at: at.toISOString(), ...incomingFrom(message, to) }
    },
  )
  return found.filter((text) => text !== undefined)
}

/**
 * Lists the messages sent from a number. A record names the address of its receipts, which ends in our reference; where
 * it does not, the message itself is requested.
 */
export async function listSent(
  client: Client,
  { since, until, from }: { since: Date; until: Date; from: string },
): Promise<SentText[]> {
  const records = await detailRecords(client, { since, until }, { direction: 'outbound', cli: from })
  const sent = await inParallel(records, async (record): Promise<SentText | undefined> => {
    const { uuid: carrierId, to, status, errors } = record
    const state = Object.hasOwn(STATES, status) ? (STATES[status] ?? 'submitted') : 'submitted'
    const reference = referenceIn(record.webhookUrl)
    if (reference) return { carrierId, to, body: '', files: 0, state, errorCode: errors[0] ?? null, reference }
    const message = await readOne(client, carrierId)
    return message && sentFrom(message, to)
  })
  return sent.filter((text) => text !== undefined)
}

function sentFrom(message: TelnyxMessage, to: string): SentText {
  const reference = referenceIn(message.webhook_url)
  return {
    carrierId: message.id,
    to,
    body: message.text ?? '',
    files: message.media?.length ?? 0,
    state: stateOfTelnyx(message.to[0]?.status) ?? 'submitted',
    errorCode: errorOf(message),
    ...(reference ? { reference } : {}),
  }
}

async function detailRecords(
  client: Client,
  { since, until }: { since: Date; until: Date },
  filter: { direction: 'inbound' | 'outbound'; cld?: string; cli?: string },
): Promise<DetailRecord[]> {
  const records: DetailRecord[] = []
  const list = client.detailRecords.list({
    filter: {
      record_type: 'messaging',
      ...filter,
      created_at: { gte: since.toISOString(), lt: until.toISOString() },
    },
    sort: ['created_at'],
    'page[size]': PAGE,
  })
  for await (const record of list) {
    if (!('uuid' in record) || !('created_at' in record) || !('cld' in record)) continue
    const { uuid, created_at: created, cld: to, status, errors, delivery_status_webhook_url: webhookUrl } = record
    const at = new Date(created ?? '')
    // The documents only show days as limits, so the time is compared here too.
    if (!uuid || !to || !(at >= since && at <= until)) continue
    records.push({ uuid, to, at, status: status ?? '', errors: errors ?? [], webhookUrl: webhookUrl ?? '' })
  }
  return records
}

/** Looks up a message by its id; undefined when Telnyx has it no longer. */
async function readOne(client: Client, id: string): Promise<TelnyxMessage | undefined> {
  try {
    return readMessage((await client.messages.retrieve(id)).data)
  } catch (error) {
    if (failureOf(error).status === 404) return undefined
    throw error
  }
}

async function inParallel<From, To>(items: From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as From)
  }
  await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, worker))
  return results
}
