import { parsePhone } from '@crewline/contract/phone'
import { groupCommit, type Committer } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { CarrierEvent } from '../carriers/index.ts'
import type { Line } from '../lines/index.ts'
import { phonesOf, receive, recordReceipts, type Incoming, type Receipt } from '../messages/index.ts'
import { learnOfPhones } from './outcome.ts'
import { systemScope } from './scope.ts'

/** Hears one believed event; answers when what it says is committed. */
export type Ears = (line: Line, event: CarrierEvent, messageId: string | undefined) => Promise<void>

/** Batches of one organization that are written side by side. Texts of one number always go through the same one, in order. */
const SIDE_BY_SIDE = 2

/** A few committers per organization and kind: the next batch of each is what arrived while its last was written. */
export function makeEars(kernel: Kernel): Ears {
  const incoming = new Map<string, Committer<Incoming>>()
  const receipts = new Map<string, Committer<Receipt>>()
  const texts = (orgId: string, from: string) =>
    remember(incoming, `${orgId}|${shardOf(from)}`, () =>
      groupCommit<Incoming>(async (batch) => {
        const { scope, name } = await systemScope(kernel, orgId, 'inbound')
        await scope.tx((tx) => receive(tx, name, batch))
      }),
    )
  const statuses = (orgId: string, messageId: string) =>
    remember(receipts, `${orgId}|${shardOf(messageId)}`, () =>
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
      if (messageId === undefined) return
      const eventKey = `${event.carrierId}|${event.state}`
      await statuses(line.orgId, messageId).write({
        eventKey,
        lineId: line.id,
        messageId,
        carrierId: event.carrierId,
        state: event.state,
        errorCode: event.errorCode,
      })
      return
    }
    const from = parsePhone(event.from, 'US')?.e164 ?? event.from.slice(0, 20)
    await texts(line.orgId, from).write({
      eventKey: `${event.carrierId}|in`,
      lineId: line.id,
      linePhone: line.phone,
      from,
      body: event.body.replaceAll('\0', '').toWellFormed(),
    })
  }
}

async function learnOfReceipts(tx: Tx, receipts: Receipt[]): Promise<void> {
  const told = receipts.filter((one) => one.errorCode !== null)
  if (told.length === 0) return
  const phones = await phonesOf(
    tx.db,
    told.map((one) => one.messageId),
  )
  await learnOfPhones(
    tx,
    told.flatMap((one) => {
      const phone = phones.get(one.messageId)
      return phone && one.errorCode ? [{ phone, code: one.errorCode }] : []
    }),
  )
}

function shardOf(key: string): number {
  let sum = 0
  for (let at = 0; at < key.length; at++) sum = (sum * 31 + key.charCodeAt(at)) % 65_521
  return sum % SIDE_BY_SIDE
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  return made
}
