import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './facts.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields } from './rules.ts'
import { factsOf, holdMany, save, type ContactFields } from './store/people.ts'
import { lockedOf } from './taken.ts'
import { isGone, tally, type FactTrace, type ManyChanged } from './tally.ts'

/** The facts a change named, as they stand. */
export function standingFacts(facts: ContactFields, changes: ContactChanges): ContactChanges {
  const { customFields, ...plain } = changes
  const standing: Record<string, unknown> = {}
  for (const name of Object.keys(plain)) standing[name] = facts[name as keyof ContactFields]
  if (customFields)
    standing['customFields'] = Object.fromEntries(
      Object.keys(customFields).map((key) => [key, facts.custom[key] ?? null]),
    )
  return standing
}

/**
 * Gives workers the facts back that they had before a change, in the caller's transaction. Who was changed since is left as they
 * are, and so is who is out of sight or gone.
 */
export async function putBackMany(tx: Tx, traces: FactTrace[], ground: Ground): Promise<ManyChanged> {
  const held = await holdMany(
    tx,
    traces.map((trace) => trace.id),
  )
  const told = tally()
  const fields = new Set<string>()
  const writes: Promise<void>[] = []
  for (const { id, was, became } of traces) {
    const before = held.get(id)
    if (!before || isGone(before)) {
      told.skip('not_found')
      continue
    }
    const facts = factsOf(before)
    if (!isSame(standingFacts(facts, became), became)) {
      told.skip('changed_since')
      continue
    }
    const { after, errors } = revised(facts, was, ground)
    const differing = changedFields(facts, after)
    if (Object.keys(errors).length > 0) told.skip('invalid')
    else if (differing.length === 0) told.skip('same')
    else if (lockedOf(before.locked, differing).length > 0) told.skip('managed_elsewhere')
    else {
      writes.push(save(tx, id, after, before.archivedAt))
      tx.audit('contact.changed', id, { fields: differing })
      for (const name of differing) fields.add(name)
      told.changed.push(id)
    }
  }
  await Promise.all(writes)
  if (told.changed.length > 0) tx.publish(ContactChanged, { contactIds: told.changed, fields: [...fields] })
  return told.result()
}

/** Stored as JSON and back, a list of keys may come in another order. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]))
}
