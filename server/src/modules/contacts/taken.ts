import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { takenUnique, type FieldRule } from '../fields/index.ts'
import { employeeWith, type ContactFields } from './store/people.ts'
import { keepOwner, ownerOf, type PhoneOwner } from './store/phones.ts'

/** Somebody who wants facts that only one may have; `id` is null for who is being added. */
export interface Claim {
  id: string | null
  /** What they had before, where they had it for sure. */
  before: ContactFields | null
  after: ContactFields
}

/**
 * Refuses what somebody else has already: an employee id, a value of which only one may have it, a number. Whoever has it is
 * named where the actor sees them. What is found free stays free for this transaction, but the number, of which the
 * database has the last word.
 */
export async function refuseTaken(tx: Tx, fields: readonly FieldRule[], claim: Claim): Promise<void> {
  const { id, before, after } = claim
  if (after.employeeId !== '' && after.employeeId !== before?.employeeId)
    await refuseEmployeeId(tx, after.employeeId, id)
  const fresh = Object.entries(after.custom).filter(([key, value]) => !before || before.custom[key] !== value)
  const fieldErrors = await takenUnique(tx, fields, { values: Object.fromEntries(fresh), exceptId: id })
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
  if (after.phone === null) return
  if (!after.sharesPhone) return refuseOwned(tx, after.phone, id)
  if (!before?.sharesPhone || before.phone !== after.phone) await refuseUnshared(tx, after.phone, id)
}

/** Those of these facts, named as filters do, that another system keeps; as drafts call them. */
export function lockedOf(locked: Readonly<Record<string, string>>, fields: readonly string[]): string[] {
  return fields.map((name) => (name === 'status' ? 'work' : name)).filter((name) => Object.hasOwn(locked, name))
}

/** Refuses a number whose owner the actor does not see, without a name. */
export function refuseUnnamed(): never {
  return fail('phone_taken', { fieldErrors: { phone: 'This number belongs to someone else.' } })
}

async function refuseOwned(tx: Tx, phone: string, exceptId: string | null): Promise<void> {
  const owner = await ownerOf(tx, phone, exceptId)
  if (!owner) return
  const words = `This number belongs to ${nameOf(owner)}.`
  fail('phone_taken', { words, fieldErrors: { phone: words, phoneOwnerId: owner.id } })
}

/** A number is shared with somebody: with an owner the actor sees, who keeps it meanwhile. */
async function refuseUnshared(tx: Tx, phone: string, exceptId: string | null): Promise<void> {
  if (await keepOwner(tx, phone, exceptId)) return
  if (await tx.unscoped(() => ownerOf(tx, phone, exceptId))) refuseUnnamed()
  fail('invalid', { fieldErrors: { sharesPhone: 'Nobody else has this number.' } })
}

async function refuseEmployeeId(tx: Tx, employeeId: string, exceptId: string | null): Promise<void> {
  const owner = await employeeWith(tx, employeeId, exceptId)
  if (owner) {
    const words = `This employee ID belongs to ${nameOf(owner)}.`
    fail('employee_id_taken', { words, fieldErrors: { employeeId: words, employeeIdOwnerId: owner.id } })
  }
  if (await tx.unscoped(() => employeeWith(tx, employeeId, exceptId)))
    fail('employee_id_taken', { fieldErrors: { employeeId: 'This employee ID belongs to someone else.' } })
}

function nameOf(owner: PhoneOwner): string {
  return `${owner.firstname} ${owner.lastname}`.trim()
}
