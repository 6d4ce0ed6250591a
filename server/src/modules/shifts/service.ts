import type { BodyOf, ReplyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import { SHIFTS_MAX } from '@crewline/contract/shift-limits'
import type { contactShift, createShift, editShift, Shift, ShiftChoice, ShiftHours } from '@crewline/contract/shifts'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { describeUses, shiftUsesOfModules, usesInTheWay } from '../../kernel/uses.ts'
import { ShiftsChanged } from './events.ts'
import { refuseUnknownShift } from './many.ts'
import { choiceOf, namedChoice, nextShiftStart, shiftIdOf } from './rules.ts'
import { deleteShift, lockShifts, writeContactShift, writeGroupShift, writeShift, type StoredShift } from './store.ts'
import { isGroup, listShifts, shiftNames, workingContact } from './views.ts'

interface Listed {
  shifts: Shift[]
}

/** Returns the shifts of the organization by name. */
export async function list(scope: Scope): Promise<Listed> {
  return { shifts: await listShifts(scope.db) }
}

/** Adds a shift. Fails with `name_taken` and, at the limit, with `too_many`. */
export async function add(scope: Scope, input: BodyOf<typeof createShift>): Promise<Listed> {
  refuseOddHours(input.hours)
  await scope.tx(async (tx) => {
    await lockShifts(tx)
    const all = await listShifts(tx.db)
    if (all.length >= SHIFTS_MAX) fail('too_many')
    const shift = { id: tx.world.id(), ...input }
    refuseTaken(shift, all)
    await writeShift(tx, shift)
    tx.audit('shift.created', shift.id, { ...input })
    tx.publish(ShiftsChanged, {})
  })
  return list(scope)
}

/** Changes a shift; missing fields stay unchanged. */
export async function change(scope: Scope, id: string, changes: BodyOf<typeof editShift>): Promise<Listed> {
  if (changes.hours) refuseOddHours(changes.hours)
  await scope.tx(async (tx) => {
    await lockShifts(tx)
    const all = await listShifts(tx.db)
    const { name, hours } = all.find((shift) => shift.id === id) ?? fail('not_found')
    const after = { name: changes.name ?? name, hours: changes.hours ?? hours }
    refuseTaken({ id, ...after }, all)
    await writeShift(tx, { id, ...after })
    tx.audit('shift.changed', id, { before: { name, hours }, after })
    tx.publish(ShiftsChanged, {})
  })
  return list(scope)
}

/** Deletes a shift and takes it from everyone who has it. */
export async function remove(scope: Scope, id: string): Promise<Listed> {
  await scope.tx(async (tx) => {
    await lockShifts(tx)
    const { name, hours } = (await listShifts(tx.db)).find((shift) => shift.id === id) ?? fail('not_found')
    const uses = await usesInTheWay(tx, () => shiftUsesOfModules(tx.db, tx.orgId, id))
    if (uses.all.length > 0) fail('shift_in_use', { text: describeUses(uses) })
    const taken = await deleteShift(tx, id)
    tx.audit('shift.deleted', id, { name, hours, ...taken })
    tx.publish(ShiftsChanged, {})
  })
  return list(scope)
}

/** Returns the working hours of a contact. */
export async function ofContact(
  scope: Pick<Scope, 'db' | 'org' | 'world'>,
  contactId: string,
): Promise<Omit<ReplyOf<typeof contactShift>, 'status'>> {
  const contact = (await workingContact(scope.db, contactId)) ?? fail('not_found')
  const hours = contact.shifts.map((shift) => shift.hours)
  const start = nextShiftStart(scope.world.now(), contact.timezone ?? scope.org.timezone, hours)
  return {
    choice: choiceOf(contact),
    shifts: contact.shifts.map(({ id, name }) => ({ id, name })),
    nextStart: start?.toISOString() ?? null,
  }
}

/** Sets what decides the working hours of a contact. */
export async function chooseForContact(scope: Scope, contactId: string, choice: ShiftChoice) {
  await scope.tx(async (tx) => {
    const contact = (await workingContact(tx.db, contactId)) ?? fail('not_found')
    await refuseUnknownShift(tx, choice, 'choice.shiftId')
    await writeContactShift(tx, contactId, shiftIdOf(choice))
    const names = await shiftNames(tx.db)
    tx.audit(
      'contact.shift-changed',
      contactId,
      changeOf(namedChoice(choiceOf(contact), names), namedChoice(choice, names)),
    )
    tx.publish(ShiftsChanged, { contactIds: [contactId] })
  })
  return ofContact(scope, contactId)
}

/** Sets or clears the working hours of a group. */
export async function chooseForGroup(scope: Scope, groupId: string, shiftId: string | null): Promise<Listed> {
  await scope.tx(async (tx) => {
    if (!(await isGroup(tx.db, groupId))) fail('not_found')
    if (shiftId !== null) await refuseUnknownShift(tx, { kind: 'shift', shiftId }, 'shiftId')
    const names = await shiftNames(tx.db)
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
    const before = await writeGroupShift(tx, groupId, shiftId)
    tx.audit('group.shift-changed', groupId, changeOf({ shift: nameOf(before) }, { shift: nameOf(shiftId) }))
    tx.publish(ShiftsChanged, {})
  })
  return list(scope)
}

function refuseTaken({ id, name }: StoredShift, all: readonly Shift[]): void {
  const isTaken = all.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  if (isTaken) fail('name_taken', { fieldErrors: { name: msg({ message: 'This name is taken. Choose another.' }) } })
}

/** A shift has a working day, and equal times could mean none or all day. */
function refuseOddHours(hours: ShiftHours): void {
  const spans = Object.entries(hours)
  if (spans.length === 0)
    fail('invalid', { fieldErrors: { hours: msg({ message: 'Choose at least one working day.' }) } })
  const equal = spans.filter(([, { from, to }]) => from === to)
  if (equal.length > 0)
    fail('invalid', {
      fieldErrors: Object.fromEntries(
        equal.map(([day]) => [`hours.${day}.to`, msg({ message: 'The end must be different from the start.' })]),
      ),
    })
}
