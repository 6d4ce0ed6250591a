import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './events.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields } from './rules.ts'
import { attributesOf, lockContacts, save, type ContactFields } from './store/people.ts'
import { lockedOf } from './conflicts.ts'
import { isErasedOrMerged, tally, type AttributeUndo, type BulkResult } from './tally.ts'

/** Returns the current values of the fields that a change named. */
export function statusAttributes(attributes: ContactFields, changes: ContactChanges): ContactChanges {
  const { customFields, ...plain } = changes
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(plain)) values[name] = attributes[name as keyof ContactFields]
  if (customFields)
    values['customFields'] = Object.fromEntries(
      Object.keys(customFields).map((key) => [key, attributes.custom[key] ?? null]),
    )
  return values
}

/**
 * Restores the fields that contacts had before a change, in the caller's transaction. Skips contacts that changed
 * since, are not visible or are gone.
 */
export async function restoreContactFields(
  tx: Tx,
  undoSnapshots: AttributeUndo[],
  ground: Ground,
): Promise<BulkResult> {
  const held = await lockContacts(
    tx,
    undoSnapshots.map((snapshot) => snapshot.id),
  )
  const outcome = tally()
  const fields = new Set<string>()
  const writes: Promise<void>[] = []
  for (const { id, was, became } of undoSnapshots) {
    const before = held.get(id)
    if (!before || isErasedOrMerged(before)) {
      outcome.skip('not_found')
      continue
    }
    const attributes = attributesOf(before)
    if (!isSame(statusAttributes(attributes, became), became)) {
      outcome.skip('changed_since')
      continue
    }
    const { after, errors } = revised(attributes, was, ground)
    const differing = changedFields(attributes, after)
    if (Object.keys(errors).length > 0) outcome.skip('invalid')
    else if (differing.length === 0) outcome.skip('same')
    else if (lockedOf(before.locked, differing).length > 0) outcome.skip('managed_elsewhere')
    else {
      writes.push(save(tx, id, after, before.archivedAt))
      tx.audit('contact.changed', id, { fields: differing })
      for (const name of differing) fields.add(name)
      outcome.changed.push(id)
    }
  }
  await Promise.all(writes)
  if (outcome.changed.length > 0) tx.publish(ContactChanged, { contactIds: outcome.changed, fields: [...fields] })
  return outcome.result()
}

/** Compares independent of key order, which storage as JSON may change. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => isSame(first[key], second[key]))
}
