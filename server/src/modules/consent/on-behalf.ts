import type { ConsentMethod } from '@crewline/contract/consent'
import type { Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './facts.ts'
import { noteFirst } from './store/first-entry.ts'
import { note, noteMany } from './store/history.ts'
import { setOptedOut } from './store/standing.ts'

/** Why a member opted a worker out: in words, and by which message where it was one. */
export interface OptOutNote {
  words: string
  messageId?: string
  method?: ConsentMethod
}

/** How somebody says that workers agreed, in their words; `personId` is who says so where it is not who acts. */
export interface Attestation {
  method: ConsentMethod
  words: string
  personId?: string
}

/** A carrier refused because these people opted out there: we believe it and remember. */
export async function optOutByCarrier(tx: Tx, phones: string[], code: string): Promise<void> {
  await optOutMany(tx, phones, { method: 'carrier', words: code })
}

/**
 * A member opts a worker out for them, in the caller's transaction; answers whether that changed anything. Nobody but the
 * worker can opt in again.
 */
export async function optOutByMember(tx: Tx, phone: string, why: OptOutNote): Promise<boolean> {
  return (await optOutMany(tx, [phone], why)).length > 0
}

/**
 * Opts these numbers out, however many, in the caller's transaction; answers those that were not opted out before, each noted
 * in its own chain. A member who sees some groups only can do this to the numbers they see; for others use `tx.unscoped`.
 */
export async function optOutMany(tx: Tx, phones: string[], why: OptOutNote): Promise<string[]> {
  const changed = await setOptedOut(tx, [...new Set(phones)].sort(), true)
  await noteMany(
    tx,
    changed.map((phone) => entryOf(tx, 'opt_out', phone, why)),
  )
  if (changed.length > 0) tx.publish(ConsentChanged, { phones: changed })
  return changed
}

/**
 * Notes in the chain of each of these numbers, however many, that somebody says the worker agreed. What stands does not
 * change: an opt-out stays, because only the worker can end it.
 */
export async function attestMany(tx: Tx, phones: string[], { method, words, personId }: Attestation): Promise<void> {
  const entry = { action: 'attest' as const, method, words, personId: personId ?? actorOf(tx) }
  // Most numbers of a long list were never heard of.
  const known = phones.length > 0 ? await noteFirst(tx, [...new Set(phones)].sort(), entry) : []
  await noteMany(
    tx,
    known.map((phone) => ({ phone, ...entry })),
  )
}

/** What somebody who opted out already said again, to a member: noted, and nothing changes. */
export async function noteAgain(tx: Tx, phone: string, why: OptOutNote): Promise<void> {
  await note(tx, entryOf(tx, 'opt_out', phone, why))
}

/** A member judged that a text did not ask for an end: noted beside what it said. */
export async function noteNotOptOut(tx: Tx, phone: string, why: OptOutNote): Promise<void> {
  await note(tx, entryOf(tx, 'not_opt_out', phone, why))
}

function entryOf(tx: Tx, action: 'opt_out' | 'not_opt_out', phone: string, why: OptOutNote) {
  const { words, messageId = null, method = 'member' } = why
  // A carrier's word is nobody's of the team, whoever sent the text it refused.
  return { phone, action, method, words, messageId, personId: method === 'carrier' ? null : actorOf(tx) }
}

function actorOf(tx: Tx): string | null {
  return tx.actor.kind === 'member' ? tx.actor.personId : null
}
