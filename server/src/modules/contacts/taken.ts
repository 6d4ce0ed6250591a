import { verbatim, type Words } from '@crewline/contract/words'
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

/** Says that another system, of this name, keeps a fact. */
export function keptBy(system = ''): Words {
  return { en: `From ${system}. Edit it there.`, es: `Viene de ${system}. Edítalo allí.` }
}

/** Refuses a number whose owner the actor does not see, without a name. */
export function refuseUnnamed(): never {
  return fail('phone_taken', {
    fieldErrors: { phone: { en: 'This number belongs to someone else.', es: 'Este número es de otra persona.' } },
  })
}

async function refuseOwned(tx: Tx, phone: string, exceptId: string | null): Promise<void> {
  const owner = await ownerOf(tx, phone, exceptId)
  if (!owner) return
  const name = nameOf(owner)
  const words = { en: `This number belongs to ${name}.`, es: `Este número es de ${name}.` }
  fail('phone_taken', { words, fieldErrors: { phone: words, phoneOwnerId: verbatim(owner.id) } })
}

/** A number is shared with somebody: with an owner the actor sees, who keeps it meanwhile. */
async function refuseUnshared(tx: Tx, phone: string, exceptId: string | null): Promise<void> {
  if (await keepOwner(tx, phone, exceptId)) return
  if (await tx.unscoped(() => ownerOf(tx, phone, exceptId))) refuseUnnamed()
  fail('invalid', {
    fieldErrors: { sharesPhone: { en: 'Nobody else has this number.', es: 'Nadie más tiene este número.' } },
  })
}

async function refuseEmployeeId(tx: Tx, employeeId: string, exceptId: string | null): Promise<void> {
  const owner = await employeeWith(tx, employeeId, exceptId)
  if (owner) {
    const name = nameOf(owner)
    const words = { en: `This employee ID belongs to ${name}.`, es: `Este ID de empleado es de ${name}.` }
    fail('employee_id_taken', { words, fieldErrors: { employeeId: words, employeeIdOwnerId: verbatim(owner.id) } })
  }
  if (await tx.unscoped(() => employeeWith(tx, employeeId, exceptId)))
    fail('employee_id_taken', {
      fieldErrors: {
        employeeId: { en: 'This employee ID belongs to someone else.', es: 'Este ID de empleado es de otra persona.' },
      },
    })
}

function nameOf(owner: PhoneOwner): string {
  return `${owner.firstname} ${owner.lastname}`.trim()
}
