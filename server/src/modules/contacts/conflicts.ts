import { msg } from '@crewline/contract/localized-text'
import { verbatim, type LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { findUniqueConflicts, type FieldRule } from '../fields/index.ts'
import { employeeWith, type ContactFields } from './store/people.ts'
import { keepOwner, ownerOf, type PhoneOwner } from './store/phones.ts'

/** A contact that needs unique values; `id` is null for a new contact. */
export interface Claim {
  id: string | null
  /** The previous values that the contact already holds. */
  before: ContactFields | null
  after: ContactFields
}

/**
 * Fails when an employee id, a unique value or a number is taken, and names its contact when the actor may see it. A
 * free value stays reserved for this transaction, except a number, which the database's unique index protects.
 */
export async function refuseConflicts(tx: Tx, fields: readonly FieldRule[], claim: Claim): Promise<void> {
  const { id, before, after } = claim
  if (after.employeeId !== '' && after.employeeId !== before?.employeeId)
    await refuseEmployeeId(tx, after.employeeId, id)
  const newValues = Object.entries(after.custom).filter(([key, value]) => !before || before.custom[key] !== value)
  const fieldErrors = await findUniqueConflicts(tx, fields, { values: Object.fromEntries(newValues), exceptId: id })
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
  if (after.phone === null) return
  if (!after.sharesPhone) return refuseOwned(tx, after.phone, id)
  if (!before?.sharesPhone || before.phone !== after.phone) await refuseUnshared(tx, after.phone, id)
}

/** Returns the given fields that another system manages. Input uses filter names, output uses draft names. */
export function lockedOf(locked: Readonly<Record<string, string>>, fields: readonly string[]): string[] {
  return fields.map((name) => (name === 'status' ? 'work' : name)).filter((name) => Object.hasOwn(locked, name))
}

/** Returns the message that a field is managed by this system. */
export function managedByText(system = ''): LocalizedText {
  return msg({ message: 'From {system}. Edit it there.', values: { system } })
}

/** Fails with `phone_taken` without a name, for an owner that is not visible to the actor. */
export function refuseUnnamed(): never {
  return fail('phone_taken', {
    fieldErrors: { phone: msg({ message: 'This number belongs to someone else.' }) },
  })
}

async function refuseOwned(tx: Tx, phone: string, exceptId: string | null): Promise<void> {
  const owner = await ownerOf(tx, phone, exceptId)
  if (!owner) return
  const name = nameOf(owner)
  const text = msg({ message: 'This number belongs to {name}.', values: { name } })
  fail('phone_taken', { text, fieldErrors: { phone: text, phoneOwnerId: verbatim(owner.id) } })
}

/** Requires an owner that is visible to the actor to share a number, and locks that owner. */
async function refuseUnshared(tx: Tx, phone: string, exceptId: string | null): Promise<void> {
  if (await keepOwner(tx, phone, exceptId)) return
  if (await tx.unscoped(() => ownerOf(tx, phone, exceptId))) refuseUnnamed()
  fail('invalid', {
    fieldErrors: { sharesPhone: msg({ message: 'No other contact has this number.' }) },
  })
}

async function refuseEmployeeId(tx: Tx, employeeId: string, exceptId: string | null): Promise<void> {
  const owner = await employeeWith(tx, employeeId, exceptId)
  if (owner) {
    const name = nameOf(owner)
    const text = msg({ message: 'This employee ID belongs to {name}.', values: { name } })
    fail('employee_id_taken', { text, fieldErrors: { employeeId: text, employeeIdOwnerId: verbatim(owner.id) } })
  }
  if (await tx.unscoped(() => employeeWith(tx, employeeId, exceptId)))
    fail('employee_id_taken', {
      fieldErrors: {
        employeeId: msg({ message: 'This employee ID belongs to someone else.' }),
      },
    })
}

function nameOf(owner: PhoneOwner): string {
  return `${owner.firstname} ${owner.lastname}`.trim()
}
