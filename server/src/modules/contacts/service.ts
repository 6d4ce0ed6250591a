import type { Contact, ContactDraft } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { recallOptOuts } from '../consent/index.ts'
import { fieldsForWriting, maySeeSensitive, type FieldRule } from '../fields/index.ts'
import { ContactChanged } from './facts.ts'
import { contactJoins } from './plugs.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields, dayIn } from './rules.ts'
import { add, factsOf, holdMany, save, type ContactFields, type HeldContact } from './store/people.ts'
import { ownUnowned, passOn } from './store/phones.ts'
import { keptBy, lockedOf, refuseTaken, refuseUnnamed } from './taken.ts'
import { contactsByIds } from './views.ts'

/** Adds a worker; refuses a number that is not one, or that belongs to someone already, next to the field. */
export async function create(scope: Scope, draft: ContactDraft): Promise<{ contact: Contact }> {
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    const ground = await groundOf(tx, scope)
    const after = fitting(revised(null, draft, ground))
    await refuseTaken(tx, ground.fields, { id: null, before: null, after })
    // Whoever has the number was archived in this very moment, or is out of the actor's sight.
    if (!(await tx.unscoped(() => add(tx, id, after, 'manual')))) await refuseTakenNow(tx, ground.fields, after)
    await contactJoins.get()(tx, id)
    tx.audit('contact.created', id)
    tx.publish(ContactChanged, { contactIds: [id] })
  })
  return read(scope, id)
}

async function refuseTakenNow(tx: Tx, fields: readonly FieldRule[], after: ContactFields): Promise<never> {
  await refuseTaken(tx, fields, { id: null, before: null, after })
  return refuseUnnamed()
}

/** One worker of this organization, or `not_found`. */
export async function read(scope: Scope, id: string): Promise<{ contact: Contact }> {
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id], maySeeSensitive(scope))
  return { contact: contact ?? fail('not_found') }
}

/** Changes a worker. A worker brought back from the archive must not bring what someone else has now. */
export async function edit(scope: Scope, asked: string, changes: ContactChanges): Promise<{ contact: Contact }> {
  const id = asked.toLowerCase()
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

/** PostgreSQL's word for a value that must be unique and is there already. */
function isTaken(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}

async function change(scope: Scope, id: string, changes: ContactChanges): Promise<void> {
  await scope.tx(async (tx) => {
    const ground = await groundOf(tx, scope)
    const before = (await holdMany(tx, [id])).get(id) ?? fail('not_found')
    if (before.erasedAt || before.mergedInto) fail('not_found')
    const was = factsOf(before)
    const wanted = fitting(revised(was, changes, ground))
    refuseLocked(before.locked, changedFields(was, wanted))
    const archivedAt = archivedAtOf(before, changes.archived, tx.world.now())
    const wasLive = before.archivedAt === null
    const isLive = archivedAt === null
    const after = isLive && !wasLive ? await ownUnowned(tx, wanted) : wanted
    const fields = changedFields(was, after)
    if (isLive) await refuseTaken(tx, ground.fields, { id, before: wasLive ? before : null, after })
    await save(tx, id, after, archivedAt)
    if (after.phone !== was.phone) await recallOptOuts(tx, [after.phone])
    const left = wasLive && owns(before) && !(isLive && owns(after) && after.phone === before.phone)
    const heirs = left && before.phone ? await passOn(tx, [before.phone]) : []
    if (fields.length > 0) tx.audit('contact.changed', id, { fields })
    if (wasLive !== isLive) tx.audit(isLive ? 'contact.restored' : 'contact.archived', id)
    if (fields.length > 0 || wasLive !== isLive)
      tx.publish(ContactChanged, { contactIds: [id], ...(wasLive === isLive ? { fields } : {}) })
    if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  })
}

function archivedAtOf(before: HeldContact, archived: boolean | undefined, now: Date): Date | null {
  if (archived === undefined) return before.archivedAt
  return archived ? (before.archivedAt ?? now) : null
}

function owns({ phone, sharesPhone }: ContactFields): boolean {
  return phone !== null && !sharesPhone
}

/** What a change in this transaction is judged by; the fields stay as they are until it ends. */
export async function groundOf(tx: Tx, scope: Pick<Scope, 'can'>): Promise<Ground> {
  return {
    country: tx.org.country,
    today: dayIn(tx.world.now(), tx.org.timezone),
    fields: await fieldsForWriting(tx),
    seesSensitive: maySeeSensitive(scope),
  }
}

function fitting({ after, errors }: ReturnType<typeof revised>): ContactFields {
  if (Object.keys(errors).length > 0) fail('phone' in errors ? 'phone_invalid' : 'invalid', { fieldErrors: errors })
  return after
}

/** Refuses changes of facts another system keeps, in words beside each. */
function refuseLocked(locked: Record<string, string>, fields: string[]): void {
  const names = lockedOf(locked, fields)
  const [first] = names
  if (first === undefined) return
  fail('managed_elsewhere', {
    words: keptBy(locked[first]),
    fieldErrors: Object.fromEntries(names.map((name) => [name, keptBy(locked[name])])),
  })
}
