import { parsePhone } from '@crewline/contract/phone'
import { groupCommit, type Committer } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { keptWord, type CarrierEvent, type IncomingText } from '../carriers/index.ts'
import type { Line } from '../lines/index.ts'
import { phonesOf, receive, recordReceipts, type Incoming, type Receipt } from '../messages/index.ts'
import { learnOfPhones, pauseOver } from './outcome.ts'
import { systemScope } from './scope.ts'

/** Hears one believed event; answers when what it says is committed. */
export type Ears = (line: Line, event: CarrierEvent, messageId: string | undefined) => Promise<void>

const NO_MESSAGE = '00000000-0000-0000-0000-000000000000'
/** Longest address of a file a worker sent, in characters. */
const URL_MAX = 2_000
/** Where carriers hide who wrote. */
const WITHHELD = 'withheld'

/**
 * One committer per organization and kind: the next batch is what arrived while the last was written. What two would write
 * side by side costs less in one batch of twice the size.
 */
export function makeEars(kernel: Kernel): Ears {
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
            batch.filter((one) => moved.has(one.messageId)),
          )
        })
      }),
    )
  return async (line, event, messageId) => {
    if (event.kind === 'status') {
      const carrierId = keptWord(event.carrierId)
      // News that names no message is kept like any other; there is nothing it could move.
      await statuses(line.orgId).write({
        eventKey: `${carrierId}|${event.state}`,
        lineId: line.id,
        messageId: messageId ?? NO_MESSAGE,
        carrierId,
        state: event.state,
        errorCode: event.errorCode === null ? null : keptWord(event.errorCode, 20),
      })
      return
    }
    await texts(line.orgId).write(incomingOf(line, event))
  }
}

/** A text as it is received, however it was learned of: the same text has the same key. */
export function incomingOf(line: Line, event: IncomingText): Incoming {
  return {
    eventKey: `${keptWord(event.carrierId)}|in`,
    lineId: line.id,
    linePhone: line.phone,
    from: writtenAsOne(event.from),
    body: event.body.replaceAll('\0', '').toWellFormed(),
    media: event.media.map(({ url, mime }) => ({ url: keptWord(url, URL_MAX), mime: keptWord(mime) })),
    ...(event.at && !Number.isNaN(Date.parse(event.at)) ? { at: new Date(event.at) } : {}),
  }
}

/** Numbers as carriers write them, with the one way in which we write them: people write again, and reading a number is slow. */
const numbers = new Map<string, string>()
const MOST_NUMBERS = 20_000

function writtenAsOne(from: string): string {
  const known = numbers.get(from)
  if (known !== undefined) return known
  const number = parsePhone(from, 'US')?.e164 ?? (keptWord(from, 20) || WITHHELD)
  if (numbers.size >= MOST_NUMBERS) numbers.clear()
  numbers.set(from, number)
  return number
}

async function learnOfReceipts(tx: Tx, receipts: Receipt[]): Promise<void> {
  const told = receipts.filter((one) => one.errorCode !== null)
  if (told.length === 0) return
  const phones = await phonesOf(
    tx.db,
    told.map((one) => one.messageId),
  )
  await pauseOver(
    tx,
    told.flatMap(({ lineId, errorCode }) => (errorCode ? [{ lineId, code: errorCode }] : [])),
  )
  await learnOfPhones(
    tx,
    told.flatMap((one) => {
      const phone = phones.get(one.messageId)
      return phone && one.errorCode ? [{ phone, code: one.errorCode }] : []
    }),
  )
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  return made
}
