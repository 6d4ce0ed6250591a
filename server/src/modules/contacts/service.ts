import type { Contact, ContactDraft } from '@crewline/contract/contacts'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './facts.ts'
import { contactJoins } from './plugs.ts'
import { add, hold, ownerOf, save, type ContactFields } from './store.ts'
import { contactsByIds } from './views.ts'

/** Adds a worker; refuses a number that is not one, or that belongs to someone already, next to the field. */
export async function create(scope: Scope, draft: ContactDraft): Promise<{ contact: Contact }> {
  const id = scope.world.id()
  const number = phoneFields(draft.phone, scope.org.country)
  await scope.tx(async (tx) => {
    const added = await tx.unscoped(() => add(tx, id, { ...draft, ...number }, 'manual'))
    if (!added) {
      await refuseTaken(tx, number.phone, null)
      // Whoever had it was archived in this very moment, or is out of the actor's sight.
      refuseUnnamed()
    }
    await contactJoins.get()(tx, id)
    tx.audit('contact.created', id)
    tx.publish(ContactChanged, { contactIds: [id] })
  })
  return read(scope, id)
}

/** One worker of this organization, or `not_found`. */
export async function read(scope: Scope, id: string): Promise<{ contact: Contact }> {
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id])
  return { contact: contact ?? fail('not_found') }
}

/** The fields of a worker that may change; what is left out stays. */
export type ContactChanges = Partial<{
  [Field in keyof ContactDraft | 'archived']: (ContactDraft & { archived: boolean })[Field] | undefined
}>

/** Changes a worker. A worker brought back from the archive must not bring a number someone else has now. */
export async function edit(scope: Scope, id: string, changes: ContactChanges): Promise<{ contact: Contact }> {
  try {
    await change(scope, id, changes)
  } catch (error) {
    if (!isTaken(error)) throw error
    await changeAgain(scope, id, changes)
  }
  return read(scope, id)
}

/**
 * Two people may give away a number at once: the second finds out when writing, and by then the owner has a name, unless
 * they are out of the actor's sight.
 */
async function changeAgain(scope: Scope, id: string, changes: ContactChanges): Promise<void> {
  try {
    await change(scope, id, changes)
  } catch (error) {
    if (isTaken(error)) refuseUnnamed()
    throw error
  }
}

function refuseUnnamed(): never {
  return fail('phone_taken', { fieldErrors: { phone: 'This number belongs to someone else.' } })
}

/** PostgreSQL's word for a value that must be unique and is there already. */
function isTaken(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}

async function change(scope: Scope, id: string, changes: ContactChanges): Promise<void> {
  await scope.tx(async (tx) => {
    const before = (await hold(tx, id)) ?? fail('not_found')
    const number =
      changes.phone === undefined
        ? { phone: before.phone, phoneKind: before.phoneKind }
        : phoneFields(changes.phone, scope.org.country)
    const archivedAt =
      changes.archived === undefined
        ? before.archivedAt
        : changes.archived
          ? (before.archivedAt ?? tx.world.now())
          : null
    if (number.phone && !archivedAt) await refuseTaken(tx, number.phone, id)
    const after: ContactFields = {
      firstname: changes.firstname ?? before.firstname,
      lastname: changes.lastname ?? before.lastname,
      language: changes.language ?? before.language,
      jobTitle: changes.jobTitle ?? before.jobTitle,
      location: changes.location ?? before.location,
      timezone: changes.timezone === undefined ? before.timezone : changes.timezone,
      ...number,
    }
    await save(tx, id, after, archivedAt)
    tx.audit('contact.changed', id, { fields: Object.keys(changes) })
    tx.publish(ContactChanged, { contactIds: [id] })
  })
}

function phoneFields(text: string, country: string): Pick<ContactFields, 'phone' | 'phoneKind'> {
  if (text === '') return { phone: null, phoneKind: 'unknown' }
  const parsed = parsePhone(text, country)
  if (!parsed) return fail('phone_invalid', { fieldErrors: { phone: phoneHelp(text) } })
  return { phone: parsed.e164, phoneKind: parsed.kind }
}

function phoneHelp(text: string): string {
  const digits = text.replace(/\D/g, '').length
  return digits > 0 && digits < 10
    ? `This number has ${digits} digits. Enter a mobile number with its area code, like (555) 010-2233.`
    : 'Enter a mobile number with its area code, like (555) 010-2233.'
}

async function refuseTaken(tx: Tx, phone: string | null, exceptId: string | null): Promise<void> {
  const owner = phone ? await ownerOf(tx, phone, exceptId) : undefined
  if (!owner) return
  const name = `${owner.firstname} ${owner.lastname}`.trim()
  fail('phone_taken', {
    words: `This number belongs to ${name}.`,
    fieldErrors: { phone: `This number belongs to ${name}.`, phoneOwnerId: owner.id },
  })
}
