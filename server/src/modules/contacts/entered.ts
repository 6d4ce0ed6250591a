import type { Tx } from '../../kernel/scope.ts'
import { findUniqueConflicts } from '../fields/index.ts'
import { lockedOf } from './conflicts.ts'
import { ContactChanged } from './events.ts'
import { revised, type ContactChanges } from './revise.ts'
import { changedFields } from './rules.ts'
import { groundOf } from './service.ts'
import { attributesOf, lockContacts, save } from './store/people.ts'
import { findOrAddByPhone, liveByPhone } from './store/phones.ts'

/** What a person entered about themselves; absent values stay. */
type EnteredValues = Pick<
  ContactChanges,
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'jobTitle'
  | 'department'
  | 'location'
  | 'hireDate'
  | 'birthday'
  | 'language'
  | 'customFields'
>

/** People who fill in a page may neither see nor set what only some members may see. */
const PUBLIC = { can: () => false }

/**
 * Returns the contact of the person who holds a number, in a transaction of the product itself. Creates one with the
 * entered values when there is none, and restores an archived one. Values of an existing contact change only with
 * `mayChange`, because a stranger may enter any number. Values that do not fit, and those that another system manages,
 * are left out.
 */
export async function contactOfPerson(
  tx: Tx,
  { phone, values, mayChange }: { phone: string; values: EnteredValues; mayChange: boolean },
): Promise<{ contactId: string; isNew: boolean }> {
  const live = await liveByPhone(tx, [phone])
  const isLive = live.has(phone)
  const contactId = (await findOrAddByPhone(tx, [phone], live, 'optin')).get(phone)?.id ?? ''
  const contact = (await lockContacts(tx, [contactId])).get(contactId)
  if (!contact || contact.erasedAt || contact.mergedInto) return { contactId, isNew: false }
  const was = attributesOf(contact)
  // A contact that was added for this number has no name yet.
  const isNew = !isLive && contact.archivedAt === null
  const after = mayChange || isNew ? await withEntered(tx, { id: contactId, was, locked: contact.locked }, values) : was
  const fields = changedFields(was, after)
  const isRestored = contact.archivedAt !== null
  if (fields.length === 0 && !isRestored && !isNew) return { contactId, isNew }
  await save(tx, contactId, after, null)
  if (isNew) tx.audit('contact.created', contactId, { through: 'opt-in page' })
  else if (fields.length > 0) tx.audit('contact.changed', contactId, { fields, through: 'opt-in page' })
  if (isRestored) tx.audit('contact.restored', contactId, { through: 'opt-in page' })
  tx.publish(ContactChanged, { contactIds: [contactId], ...(isNew || isRestored ? {} : { fields }) })
  return { contactId, isNew }
}

type Fields = ReturnType<typeof attributesOf>

async function withEntered(
  tx: Tx,
  { id, was, locked }: { id: string; was: Fields; locked: Record<string, string> },
  values: EnteredValues,
): Promise<Fields> {
  const ground = await groundOf(tx, PUBLIC)
  const { customFields = {}, ...plain } = values
  const errors = {
    ...revised(was, values, ground).errors,
    ...(await findUniqueConflicts(tx, ground.fields, { values: customFields, exceptId: id })),
  }
  const managed = new Set(
    lockedOf(locked, [...Object.keys(plain), ...Object.keys(customFields).map((key) => `custom.${key}`)]),
  )
  const isRefused = (name: string) => name in errors || managed.has(name)
  const fitting = Object.fromEntries(Object.entries(plain).filter(([name, value]) => value !== '' && !isRefused(name)))
  const custom = Object.fromEntries(Object.entries(customFields).filter(([key]) => !isRefused(`custom.${key}`)))
  return revised(was, { ...fitting, customFields: custom }, ground).after
}
