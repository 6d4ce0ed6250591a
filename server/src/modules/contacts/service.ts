import type { Contact, ContactDraft } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { recallOptOuts } from '../consent/index.ts'
import { contactLanguageOf } from '../organizations/index.ts'
import { fieldsForWriting, maySeeSensitive, type FieldRule } from '../fields/index.ts'
import { ContactChanged } from './events.ts'
import { contactJoins } from './ports.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields, dayIn } from './rules.ts'
import { add, attributesOf, lockContacts, save, type ContactFields, type LockedContact } from './store/people.ts'
import { claimUnownedNumber, passOn } from './store/phones.ts'
import { managedByText, lockedOf, refuseConflicts, refuseUnnamed } from './conflicts.ts'
import { contactsByIds } from './views.ts'

/** Adds a contact. Fails with a field error for an invalid or taken number. */
export async function create(scope: Scope, draft: ContactDraft): Promise<{ contact: Contact }> {
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    const ground = await groundOf(tx, scope)
    const after = fitting(revised(null, draft, ground))
    await refuseConflicts(tx, ground.fields, { id: null, before: null, after })
    // The owner of the number was archived at this moment or is not visible to the actor.
    if (!(await tx.unscoped(() => add(tx, id, after, 'manual')))) await refuseConflictOnAdd(tx, ground.fields, after)
    await contactJoins.get()(tx, id)
    tx.audit('contact.created', id)
    tx.publish(ContactChanged, { contactIds: [id] })
  })
  return read(scope, id)
}

async function refuseConflictOnAdd(tx: Tx, fields: readonly FieldRule[], after: ContactFields): Promise<never> {
  await refuseConflicts(tx, fields, { id: null, before: null, after })
  return refuseUnnamed()
}

/** Returns a contact. Fails with `not_found` when it does not exist. */
export async function read(scope: Scope, id: string): Promise<{ contact: Contact }> {
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id], maySeeSensitive(scope))
  return { contact: contact ?? fail('not_found') }
}

/** Changes a contact. Refuses to restore an archived contact with a value that is taken by now. */
export async function edit(scope: Scope, rawId: string, changes: ContactChanges): Promise<{ contact: Contact }> {
  const id = rawId.toLowerCase()
  try {
    await change(scope, id, changes)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await retryChange(scope, id, changes)
  }
  return read(scope, id)
}

/**
 * Two concurrent edits may assign the same number. The unique index rejects the second, and a retry can name the owner
 * unless they are not visible to the actor.
 */
async function retryChange(scope: Scope, id: string, changes: ContactChanges): Promise<void> {
  try {
    await change(scope, id, changes)
  } catch (error) {
    if (isUniqueViolation(error)) refuseUnnamed()
    throw error
  }
}

/** PostgreSQL error code for a unique violation. */
function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}

async function change(scope: Scope, id: string, changes: ContactChanges): Promise<void> {
  await scope.tx(async (tx) => {
    const ground = await groundOf(tx, scope)
    const before = (await lockContacts(tx, [id])).get(id) ?? fail('not_found')
    if (before.erasedAt || before.mergedInto) fail('not_found')
    const was = attributesOf(before)
    const requested = fitting(revised(was, changes, ground))
    refuseLocked(before.locked, changedFields(was, requested))
    const archivedAt = archivedAtOf(before, changes.archived, tx.world.now())
    const wasLive = before.archivedAt === null
    const isLive = archivedAt === null
    const after = isLive && !wasLive ? await claimUnownedNumber(tx, requested) : requested
    const fields = changedFields(was, after)
    if (isLive) await refuseConflicts(tx, ground.fields, { id, before: wasLive ? before : null, after })
    await save(tx, id, after, archivedAt)
    if (after.phone !== was.phone) await recallOptOuts(tx, [after.phone])
    const isNumberFreed = wasLive && owns(before) && !(isLive && owns(after) && after.phone === before.phone)
    const heirs = isNumberFreed && before.phone ? await passOn(tx, [before.phone]) : []
    if (fields.length > 0) tx.audit('contact.changed', id, { fields })
    if (wasLive !== isLive) tx.audit(isLive ? 'contact.restored' : 'contact.archived', id)
    if (fields.length > 0 || wasLive !== isLive)
      tx.publish(ContactChanged, { contactIds: [id], ...(wasLive === isLive ? { fields } : {}) })
    if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  })
}

function archivedAtOf(before: LockedContact, archived: boolean | undefined, now: Date): Date | null {
  if (archived === undefined) return before.archivedAt
  return archived ? (before.archivedAt ?? now) : null
}

function owns({ phone, sharesPhone }: ContactFields): boolean {
  return phone !== null && !sharesPhone
}

/** Returns the validation context for a change; the custom fields are locked until the transaction ends. */
export async function groundOf(tx: Tx, scope: Pick<Scope, 'can'>): Promise<Ground> {
  return {
    country: tx.org.country,
    language: await contactLanguageOf(tx.db, tx.orgId),
    today: dayIn(tx.world.now(), tx.org.timezone),
    fields: await fieldsForWriting(tx),
    canSeeSensitive: maySeeSensitive(scope),
  }
}

function fitting({ after, errors }: ReturnType<typeof revised>): ContactFields {
  if (Object.keys(errors).length > 0) fail('phone' in errors ? 'phone_invalid' : 'invalid', { fieldErrors: errors })
  return after
}

/** Fails with field errors for fields that another system manages. */
function refuseLocked(locked: Record<string, string>, fields: string[]): void {
  const names = lockedOf(locked, fields)
  const [first] = names
  if (first === undefined) return
  fail('managed_elsewhere', {
    text: managedByText(locked[first]),
    fieldErrors: Object.fromEntries(names.map((name) => [name, managedByText(locked[name])])),
  })
}
