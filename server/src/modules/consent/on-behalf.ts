import type { ConsentMethod } from '@crewline/contract/consent'
import type { Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './events.ts'
import { waitingTextStopper } from './ports.ts'
import { noteFirst } from './store/first-entry.ts'
import { note, recordEntries } from './store/history.ts'
import { lockConsent, setOptedOut } from './store/consent-status.ts'
import { endUndo } from './store/undo.ts'
import { allowUndo } from './undo-opt-out.ts'

/** A member's reason for opting out a contact, and the message it refers to, if any. */
export interface OptOutNote {
  wording: string
  messageId?: string
  method?: ConsentMethod
}

/** How consent was given, with its wording. `personId` is the attesting user when it is not the acting one. */
export interface Attestation {
  method: ConsentMethod
  wording: string
  userId?: string
}

/** How a person gave consent themselves, with the exact text they agreed to. */
export interface OwnConsent {
  method: Extract<ConsentMethod, 'web' | 'qr' | 'kiosk' | 'keyword'>
  wording: string
}

/** Opts out numbers that a carrier refused because they opted out there. */
export async function optOutByCarrier(tx: Tx, phones: string[], code: string): Promise<void> {
  await optOutNumbers(tx, phones, { method: 'carrier', wording: code })
}

/**
 * Opts out a contact on a member's request, in the caller's transaction; a repeated request is only recorded. Returns
 * whether the contact was not opted out before, and how many waiting texts were stopped. The member can undo a new
 * opt-out for a few seconds. Later, only the contact can opt back in.
 */
export async function optOutByMember(
  tx: Tx,
  phone: string,
  why: OptOutNote,
): Promise<{ isNew: boolean; stopped: number }> {
  const { changed, stopped } = await recordOptOuts(tx, [phone], why)
  const isNew = changed.length > 0
  if (!isNew) await note(tx, entryOf(tx, 'opt_out', phone, why))
  else if (actorOf(tx) !== null) await allowUndo(tx, phone, why.messageId ?? null)
  return { isNew, stopped }
}

/**
 * Opts out any number of phone numbers in the caller's transaction, each in its own chain. Returns those that were not
 * opted out before. A member with group scope can opt out only visible numbers; use `tx.unscoped` for others.
 */
export async function optOutNumbers(tx: Tx, phones: string[], why: OptOutNote): Promise<string[]> {
  return (await recordOptOuts(tx, phones, why)).changed
}

async function recordOptOuts(
  tx: Tx,
  phones: string[],
  why: OptOutNote,
): Promise<{ changed: string[]; stopped: number }> {
  const numbers = [...new Set(phones)].sort()
  const changed = await setOptedOut(tx, numbers, true)
  // If anyone else asked for the opt-out too, one member can no longer undo it.
  await endUndo(tx, numbers)
  if (changed.length === 0) return { changed, stopped: 0 }
  await recordEntries(
    tx,
    changed.map((phone) => entryOf(tx, 'opt_out', phone, why)),
  )
  const stopped = await waitingTextStopper.get()(tx, changed)
  tx.publish(ConsentChanged, { phones: changed })
  return { changed, stopped }
}

/**
 * Records an attested consent in the chain of each number. Does not change the current state: an opt-out stays, because
 * only the contact can end it.
 */
export async function attestNumbers(tx: Tx, phones: string[], { method, wording, userId }: Attestation): Promise<void> {
  const entry = { action: 'attest' as const, method, wording, userId: userId ?? actorOf(tx) }
  // Most numbers of a long list are new.
  const existing = phones.length > 0 ? await noteFirst(tx, [...new Set(phones)].sort(), entry) : []
  await recordEntries(
    tx,
    existing.map((phone) => ({ phone, ...entry })),
  )
}

/**
 * Like `attestNumbers`, for numbers of which some may be opted out: those stay as they are. Returns the numbers whose
 * consent was recorded.
 */
export async function attestUnlessOptedOut(tx: Tx, phones: string[], attestation: Attestation): Promise<string[]> {
  const numbers = [...new Set(phones)].sort()
  const optedOut = await lockConsent(tx, numbers)
  const attested = numbers.filter((phone) => !optedOut.has(phone))
  await attestNumbers(tx, attested, attestation)
  return attested
}

/**
 * Records that a person agreed themselves to get texts. An opt-out stays: returns false for an opted-out number, which
 * can opt back in only by texting START, and then records nothing.
 */
export async function optInByPerson(tx: Tx, phone: string, { method, wording }: OwnConsent): Promise<boolean> {
  const optedOut = await lockConsent(tx, [phone])
  if (optedOut.has(phone)) return false
  const entry = { action: 'opt_in' as const, method, wording, userId: null }
  const existing = await noteFirst(tx, [phone], entry)
  if (existing.length > 0) await recordEntries(tx, [{ phone, ...entry }])
  return true
}

/** Records a member's decision that a message was not an opt-out request. */
export async function noteNotOptOut(tx: Tx, phone: string, why: OptOutNote): Promise<void> {
  await note(tx, entryOf(tx, 'not_opt_out', phone, why))
}

function entryOf(tx: Tx, action: 'opt_out' | 'not_opt_out', phone: string, why: OptOutNote) {
  const { wording, messageId = null, method = 'member' } = why
  // A carrier's refusal is recorded without a user, even if a member sent the refused message.
  return { phone, action, method, wording, messageId, userId: method === 'carrier' ? null : actorOf(tx) }
}

function actorOf(tx: Tx): string | null {
  return tx.actor.kind === 'member' ? tx.actor.userId : null
}
