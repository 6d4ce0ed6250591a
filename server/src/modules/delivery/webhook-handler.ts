import { parsePhone } from '@crewline/contract/phone'
import { groupCommit, type Committer } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { cleanCarrierValue, type CarrierEvent, type IncomingText, type SendOutcome } from '../carriers/index.ts'
import type { Line } from '../lines/index.ts'
import { phonesOf, receive, recordReceipts, type Incoming } from '../messages/index.ts'
import { learnOfPhones, pauseOver } from './outcome.ts'
import { systemScope } from './scope.ts'

type Receipt = Parameters<typeof recordReceipts>[1][number]

/** Inbound webhook handler: processes one verified event and resolves when its data is committed. */
export type WebhookHandler = (line: Line, event: CarrierEvent, messageId: string | undefined) => Promise<void>

const NO_MESSAGE = '00000000-0000-0000-0000-000000000000'
/** Maximum URL length of an inbound file, in characters. */
const URL_MAX = 2_000
/** Sender value for an inbound message whose number the carrier withholds. */
const WITHHELD = 'withheld'

/**
 * Creates the handler with one committer per organization and kind. The next batch is what arrived while the last was
 * written: one large batch costs less than two concurrent ones.
 */
export function makeWebhookHandler(kernel: Kernel): WebhookHandler {
  const incoming = new Map<string, Committer<Incoming>>()
  const receipts = new Map<string, Committer<Receipt>>()
  const texts = (orgId: string) =>
    remember(incoming, orgId, () =>
      groupCommit<Incoming>(async (batch) => {
        const { scope, name } = await systemScope(kernel, orgId, 'inbound')
        await scope.tx((tx) => receive(tx, name, batch))
      }),
    )
  const statuses = (orgId: string) =>
    remember(receipts, orgId, () =>
      groupCommit<Receipt>(async (batch) => {
        const { scope } = await systemScope(kernel, orgId, 'receipts')
        await scope.tx(async (tx) => {
          const moved = new Set(await recordReceipts(tx, batch))
          await learnOfReceipts(
            tx,
            batch.filter((receipt) => moved.has(receipt.messageId)),
          )
        })
      }),
    )
  return async (line, event, messageId) => {
    if (event.kind === 'status') {
      const carrierId = cleanCarrierValue(event.carrierId)
      // A status update without a message is stored like any other and has no effect.
      await statuses(line.orgId).write({
        eventKey: `${carrierId}|${event.state}`,
        lineId: line.id,
        messageId: messageId ?? NO_MESSAGE,
        carrierId,
        state: event.state,
        errorCode: event.errorCode === null ? null : cleanCarrierValue(event.errorCode, 20),
      })
      return
    }
    await texts(line.orgId).write(incomingOf(line, event))
  }
}

const handlers = new WeakMap<Kernel, WebhookHandler>()

/**
 * Processes an event of a carrier that sends no webhooks exactly like a webhook. Resolves when its data is committed; a
 * repeat changes nothing.
 */
export function receiveFromCarrier(kernel: Kernel, line: Line, event: CarrierEvent, messageId?: string): Promise<void> {
  return remember(handlers, kernel, () => makeWebhookHandler(kernel))(line, event, messageId)
}

/** Processes the reports that came with an acceptance, in their order. */
export async function receiveReports(
  kernel: Kernel,
  line: Line,
  outcome: SendOutcome,
  messageId: string,
): Promise<void> {
  if (outcome.kind !== 'accepted') return
  for (const report of outcome.reports ?? []) await receiveFromCarrier(kernel, line, report, messageId)
}

/** Maps an inbound message. The same message has the same key, whether from a webhook or a backfill. */
export function incomingOf(line: Line, event: IncomingText): Incoming {
  return {
    eventKey: incomingKey(event.carrierId),
    lineId: line.id,
    linePhone: line.phone,
    from: writtenAsOne(event.from),
    body: event.body.replaceAll('\0', '').toWellFormed(),
    media: event.media.map(({ url, mime }) => ({
      url: cleanCarrierValue(url, URL_MAX),
      mime: cleanCarrierValue(mime),
    })),
    ...(event.handledAs ? { handledAs: event.handledAs } : {}),
    ...(event.at && !Number.isNaN(Date.parse(event.at)) ? { at: new Date(event.at) } : {}),
  }
}

/** The key under which an inbound message is stored once. */
export function incomingKey(carrierId: string): string {
  return `${cleanCarrierValue(carrierId)}|in`
}

/** Cache from carrier number formats to E.164: contacts text repeatedly, and parsing is slow. */
const numbers = new Map<string, string>()
const MOST_NUMBERS = 20_000

function writtenAsOne(from: string): string {
  const cached = numbers.get(from)
  if (cached !== undefined) return cached
  const number = parsePhone(from, 'US')?.e164 ?? (cleanCarrierValue(from, 20) || WITHHELD)
  if (numbers.size >= MOST_NUMBERS) numbers.clear()
  numbers.set(from, number)
  return number
}

async function learnOfReceipts(tx: Tx, receipts: Receipt[]): Promise<void> {
  const withErrors = receipts.filter((receipt) => receipt.errorCode !== null)
  if (withErrors.length === 0) return
  const phones = await phonesOf(
    tx.db,
    withErrors.map((receipt) => receipt.messageId),
  )
  await pauseOver(
    tx,
    withErrors.flatMap(({ lineId, errorCode }) => (errorCode ? [{ lineId, code: errorCode }] : [])),
  )
  await learnOfPhones(
    tx,
    withErrors.flatMap((receipt) => {
      const phone = phones.get(receipt.messageId)
      return phone && receipt.errorCode ? [{ phone, code: receipt.errorCode }] : []
    }),
  )
}

function remember<K, V>(
  cache: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const cached = cache.get(key)
  if (cached) return cached
  const made = make()
  cache.set(key, made)
  return made
}
