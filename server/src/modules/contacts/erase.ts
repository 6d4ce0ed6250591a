import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './events.ts'
import { blank, lockContact, type ContactToErase } from './store/erasing.ts'
import { lockContacts } from './store/people.ts'
import { passOn } from './store/phones.ts'

/**
 * Erases the data of a contact and of all contacts merged into it, in the caller's transaction. Returns what other
 * modules must erase. Fails with `not_found` for a contact that is not visible, already erased or merged into another.
 */
export async function eraseAttributes(tx: Tx, id: string): Promise<ContactToErase> {
  if (!(await lockContacts(tx, [id])).has(id)) fail('not_found')
  const contact = (await tx.unscoped(() => lockContact(tx, id))) ?? fail('not_found')
  await tx.unscoped(() => blank(tx, contact.ids))
  const heirs = contact.owned.length > 0 ? await passOn(tx, contact.owned) : []
  tx.publish(ContactChanged, { contactIds: contact.ids })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  return contact
}
