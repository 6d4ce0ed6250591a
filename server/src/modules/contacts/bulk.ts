import { Failure } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { FieldRule } from '../fields/index.ts'
import { ContactChanged } from './events.ts'
import { statusAttributes } from './restore.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields } from './rules.ts'
import { archiveAll, attributesOf, lockContacts, save } from './store/people.ts'
import { claimUnownedNumber, passOn } from './store/phones.ts'
import { lockedOf, refuseConflicts } from './conflicts.ts'
import { isErasedOrMerged, tally, type AttributeUndo, type BulkResult, type SkipReason } from './tally.ts'

/**
 * Changes the same fields of many contacts in the caller's transaction. Skips contacts that are not visible, gone,
 * unchanged or have a field managed by another system. Must not be used for unique fields.
 */
export async function editContacts(
  tx: Tx,
  ids: string[],
  { changes, ground }: { changes: ContactChanges; ground: Ground },
): Promise<BulkResult> {
  const held = await lockContacts(tx, ids)
  const outcome = tally()
  const fields = new Set<string>()
  const writes: Promise<void>[] = []
  const undoSnapshots: AttributeUndo[] = []
  for (const id of ids) {
    const before = held.get(id)
    if (!before || isErasedOrMerged(before)) {
      outcome.skip('not_found')
      continue
    }
    const was = attributesOf(before)
    const { after, errors } = revised(was, changes, ground)
    const differing = changedFields(was, after)
    if (Object.keys(errors).length > 0) outcome.skip('invalid')
    else if (differing.length === 0) outcome.skip('same')
    else if (lockedOf(before.locked, differing).length > 0) outcome.skip('managed_elsewhere')
    else {
      // Run the writes concurrently: they are independent.
      writes.push(save(tx, id, after, before.archivedAt))
      tx.audit('contact.changed', id, { fields: differing })
      for (const name of differing) fields.add(name)
      undoSnapshots.push({ id, was: statusAttributes(was, changes), became: statusAttributes(after, changes) })
      outcome.changed.push(id)
    }
  }
  await Promise.all(writes)
  if (outcome.changed.length > 0) tx.publish(ContactChanged, { contactIds: outcome.changed, fields: [...fields] })
  return { ...outcome.result(), undoSnapshots }
}

/**
 * Archives many contacts in the caller's transaction. A freed number passes to the contact that has shared it the
 * longest.
 */
export async function archiveContacts(tx: Tx, ids: string[]): Promise<BulkResult> {
  const held = await lockContacts(tx, ids)
  const outcome = tally()
  for (const id of ids) {
    const before = held.get(id)
    if (!before || isErasedOrMerged(before)) outcome.skip('not_found')
    else if (before.archivedAt) outcome.skip('same')
    else outcome.changed.push(id)
  }
  await archiveAll(tx, outcome.changed)
  const freed = outcome.changed.flatMap((id) => {
    const before = held.get(id)
    return before?.phone && !before.sharesPhone ? [before.phone] : []
  })
  const heirs = freed.length > 0 ? await passOn(tx, freed) : []
  for (const id of outcome.changed) tx.audit('contact.archived', id)
  if (outcome.changed.length > 0) tx.publish(ContactChanged, { contactIds: outcome.changed })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  return outcome.result()
}

/**
 * Restores many archived contacts in the caller's transaction. A contact with a value that is taken by now stays
 * archived.
 */
export async function restoreContacts(tx: Tx, ids: string[], fields: readonly FieldRule[]): Promise<BulkResult> {
  const held = await lockContacts(tx, ids)
  const outcome = tally()
  for (const id of ids) {
    const before = held.get(id)
    if (!before || isErasedOrMerged(before)) {
      outcome.skip('not_found')
      continue
    }
    if (!before.archivedAt) {
      outcome.skip('same')
      continue
    }
    const after = await claimUnownedNumber(tx, attributesOf(before))
    const reason = await catchConflict(refuseConflicts(tx, fields, { id, before: null, after }))
    if (reason) {
      outcome.skip(reason)
      continue
    }
    await save(tx, id, after, null)
    tx.audit('contact.restored', id)
    outcome.changed.push(id)
  }
  if (outcome.changed.length > 0) tx.publish(ContactChanged, { contactIds: outcome.changed })
  return outcome.result()
}

async function catchConflict(check: Promise<void>): Promise<SkipReason | null> {
  try {
    await check
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'phone_taken' || error.code === 'employee_id_taken' ? error.code : 'value_taken'
  }
}
