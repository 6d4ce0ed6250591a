import { lockIdentities } from './store/identity.ts'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { findUniqueConflicts } from '../fields/index.ts'
import { claimUnownedNumber, ownerOf, passOn } from './store/phones.ts'
import { refuseConflicts } from './conflicts.ts'
import { ContactChanged } from './events.ts'
import { EMPTY_CONTACT, revised, type ContactChanges, type Ground } from './revise.ts'
import { groundOf } from './service.ts'
import { restoreSharing } from './store/merging.ts'
import {
  add,
  attributesOf,
  employeeWith,
  lockContacts,
  save,
  type ContactFields,
  type LockedContact,
} from './store/people.ts'

/** The product itself moves a contact with every field, also those that only some members see. */
const EVERYTHING = { can: () => true }

/** A contact that left, and the contacts of the household that its number passed to. */
interface Departed {
  fields: ContactFields
  heirs: string[]
}

/** Returns a contact that may leave the organization, locked; fails when it is archived, gone, or kept by another system. */
async function lockDeparting(tx: Tx, id: string): Promise<LockedContact> {
  const contact = (await lockContacts(tx, [id])).get(id) ?? fail('not_found')
  if (contact.erasedAt || contact.mergedInto) return fail('not_found')
  if (contact.archivedAt)
    return fail('invalid', {
      fieldErrors: { contactId: msg({ message: 'This contact is archived. Restore it first.' }) },
    })
  const [system] = Object.values(contact.locked)
  return system === undefined ? contact : refuseKept(system)
}

/** Fails because a system keeps the contact, and would work against the move. */
function refuseKept(system: string): never {
  return fail('managed_elsewhere', {
    text: msg({
      message: '{system} manages this contact and would add it again. Move the person there instead.',
      values: { system },
    }),
  })
}

/** Archives a contact that leaves the organization, in the caller's transaction, and returns its fields. */
async function departContact(tx: Tx, id: string): Promise<Departed> {
  const fields = attributesOf(await lockDeparting(tx, id))
  await save(tx, id, fields, tx.world.now())
  const heirs = fields.phone !== null && !fields.sharesPhone ? await passOn(tx, [fields.phone]) : []
  tx.publish(ContactChanged, { contactIds: [id] })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  return { fields, heirs }
}

/** Where an arriving contact goes: to a new contact, to the one with its number, or back to the one that had left. */
interface Landing {
  joinExisting: boolean
  returnTo: string | null
}

/** A contact that arrived; `left` are the filter names of the fields that did not fit. */
interface Arrived {
  contactId: string
  how: 'added' | 'returned' | 'joined'
  left: string[]
}

/**
 * Adds a contact that comes from another organization, in the caller's transaction. Values that do not fit here are left
 * out. A contact with the same number fails with `phone_taken`, or is joined and keeps its own fields.
 */
async function admitContact(tx: Tx, fields: ContactFields, { joinExisting, returnTo }: Landing): Promise<Arrived> {
  const owner = fields.phone === null ? undefined : await ownerOf(tx, fields.phone, null)
  if (owner && joinExisting) {
    await lockContacts(tx, [owner.id])
    return { contactId: owner.id, how: 'joined', left: [] }
  }
  if (owner) return refuseTaken(`${owner.firstname} ${owner.lastname}`.trim())
  const before = returnTo === null ? undefined : (await lockContacts(tx, [returnTo])).get(returnTo)
  const isReturning = before !== undefined && before.archivedAt !== null && !before.erasedAt && !before.mergedInto
  const id = isReturning && returnTo !== null ? returnTo : tx.world.id()
  const was = isReturning ? attributesOf(before) : undefined
  const { after, left } = await fieldsHere(tx, fields, { id, was })
  if (was) await save(tx, id, after, null)
  else if (!(await add(tx, id, after, 'transfer'))) return refuseTaken()
  tx.publish(ContactChanged, { contactIds: [id] })
  return { contactId: id, how: was ? 'returned' : 'added', left }
}

/**
 * Returns the filter names of fields that would not fit here. With `looksAtPeople`, also the name of the contact with this
 * number, and values that belong to others.
 */
async function previewArrival(
  tx: Tx,
  fields: ContactFields,
  { looksAtPeople }: { looksAtPeople: boolean },
): Promise<{ left: string[]; existing: string | null }> {
  const ground = await groundOf(tx, EVERYTHING)
  if (!looksAtPeople) return { left: Object.keys(misfits(fields, ground)), existing: null }
  const owner = fields.phone === null ? undefined : await ownerOf(tx, fields.phone, null)
  const refused = await refusedHere(tx, fields, { id: null, ground })
  return { left: [...refused], existing: owner ? `${owner.firstname} ${owner.lastname}`.trim() : null }
}

function refuseTaken(name = ''): never {
  const text = name
    ? msg({
        message: '{name} has this number there already. Join the two, or change one number first.',
        values: { name },
      })
    : msg({ message: 'A contact there has this number already. Join the two, or change one number first.' })
  return fail('phone_taken', { text, fieldErrors: { joinExisting: text } })
}

async function fieldsHere(
  tx: Tx,
  fields: ContactFields,
  { id, was }: { id: string | null; was: ContactFields | undefined },
): Promise<{ after: ContactFields; left: string[] }> {
  const ground = await groundOf(tx, EVERYTHING)
  const { custom, phone, phoneKind, sharesPhone: _shared, ...plain } = fields
  // A standard field that is empty leaves what a returning contact had.
  const filled = Object.entries(plain).filter(([, value]) => value !== '' && value !== null)
  const refused = await refusedHere(tx, fields, { id, ground })
  const base: ContactFields = was ?? { ...EMPTY_CONTACT, language: fields.language }
  const changes = Object.fromEntries(filled.filter(([name]) => !refused.has(name))) as ContactChanges
  const fitting = Object.fromEntries(Object.entries(custom).filter(([key]) => !refused.has(`custom.${key}`)))
  const { after } = revised(base, { ...changes, customFields: fitting }, ground)
  return { after: { ...after, phone, phoneKind, sharesPhone: false }, left: [...refused].toSorted() }
}

async function refusedHere(
  tx: Tx,
  fields: ContactFields,
  { id, ground }: { id: string | null; ground: Ground },
): Promise<Set<string>> {
  const unique = await findUniqueConflicts(tx, ground.fields, { values: fields.custom, exceptId: id })
  const refused = new Set([...Object.keys(misfits(fields, ground)), ...Object.keys(unique)])
  if (fields.employeeId !== '' && (await employeeWith(tx, fields.employeeId, id))) refused.add('employeeId')
  return refused
}

function misfits({ custom, hireDate, birthday }: ContactFields, ground: Ground) {
  return revised({ ...EMPTY_CONTACT, language: '' }, { hireDate, birthday, customFields: custom }, ground).errors
}

/** Archives a contact that a transfer had added or brought back, when the transfer is undone. Fails when it is gone or kept. */
async function dismissArrival(tx: Tx, id: string): Promise<void> {
  const contact = (await lockContacts(tx, [id])).get(id)
  if (!contact || contact.erasedAt || contact.mergedInto) return fail('undo_over')
  if (Object.keys(contact.locked).length > 0) return fail('undo_over')
  if (contact.archivedAt) return
  await save(tx, id, attributesOf(contact), tx.world.now())
  const heirs = contact.phone !== null && !contact.sharesPhone ? await passOn(tx, [contact.phone]) : []
  tx.publish(ContactChanged, { contactIds: [id, ...heirs] })
}

/** Restores a contact that had left, with the fields it has here. Fails when it is gone, or its number is taken by now. */
async function readmitDeparted(tx: Tx, id: string, heirs: string[]): Promise<string | null> {
  const contact = (await lockContacts(tx, [id])).get(id)
  if (!contact || contact.erasedAt || contact.mergedInto || !contact.archivedAt) return fail('undo_over')
  const was = attributesOf(contact)
  if (was.phone !== null) await restoreSharing(tx, heirs, [was.phone])
  const after = await claimUnownedNumber(tx, was)
  const { fields } = await groundOf(tx, EVERYTHING)
  await refuseConflicts(tx, fields, { id, before: null, after })
  await save(tx, id, after, null)
  tx.publish(ContactChanged, { contactIds: [id, ...heirs] })
  return after.phone
}

/** The steps by which a contact leaves an organization and arrives in another, in the caller's transaction. */
export const moving = {
  lockIdentities,
  lockDeparting,
  refuseKept,
  departContact,
  admitContact,
  previewArrival,
  dismissArrival,
  readmitDeparted,
}
