import { Failure } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { FieldRule } from '../fields/index.ts'
import { ContactChanged } from './facts.ts'
import { standingFacts } from './put-back.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields } from './rules.ts'
import { archiveAll, factsOf, holdMany, save } from './store/people.ts'
import { ownUnowned, passOn } from './store/phones.ts'
import { lockedOf, refuseTaken } from './taken.ts'
import { isGone, tally, type FactTrace, type ManyChanged, type SkipReason } from './tally.ts'

/**
 * Changes the same facts of many workers in the caller's transaction. Who is out of the actor's sight, gone, or so already is
 * left alone, and so is who has a fact that another system keeps. Not for what only one may have.
 */
export async function editMany(
  tx: Tx,
  ids: string[],
  { changes, ground }: { changes: ContactChanges; ground: Ground },
): Promise<ManyChanged> {
  const held = await holdMany(tx, ids)
  const told = tally()
  const fields = new Set<string>()
  const writes: Promise<void>[] = []
  const traces: FactTrace[] = []
  for (const id of ids) {
    const before = held.get(id)
    if (!before || isGone(before)) {
      told.skip('not_found')
      continue
    }
    const was = factsOf(before)
    const { after, errors } = revised(was, changes, ground)
    const differing = changedFields(was, after)
    if (Object.keys(errors).length > 0) told.skip('invalid')
    else if (differing.length === 0) told.skip('same')
    else if (lockedOf(before.locked, differing).length > 0) told.skip('managed_elsewhere')
    else {
      // Written side by side: none of them needs another's answer.
      writes.push(save(tx, id, after, before.archivedAt))
      tx.audit('contact.changed', id, { fields: differing })
      for (const name of differing) fields.add(name)
      traces.push({ id, was: standingFacts(was, changes), became: standingFacts(after, changes) })
      told.changed.push(id)
    }
  }
  await Promise.all(writes)
  if (told.changed.length > 0) tx.publish(ContactChanged, { contactIds: told.changed, fields: [...fields] })
  return { ...told.result(), traces }
}

/** Archives many workers in the caller's transaction; a number whose owner goes passes to whoever shares it the longest. */
export async function archiveMany(tx: Tx, ids: string[]): Promise<ManyChanged> {
  const held = await holdMany(tx, ids)
  const told = tally()
  for (const id of ids) {
    const before = held.get(id)
    if (!before || isGone(before)) told.skip('not_found')
    else if (before.archivedAt) told.skip('same')
    else told.changed.push(id)
  }
  await archiveAll(tx, told.changed)
  const freed = told.changed.flatMap((id) => {
    const before = held.get(id)
    return before?.phone && !before.sharesPhone ? [before.phone] : []
  })
  const heirs = freed.length > 0 ? await passOn(tx, freed) : []
  for (const id of told.changed) tx.audit('contact.archived', id)
  if (told.changed.length > 0) tx.publish(ContactChanged, { contactIds: told.changed })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  return told.result()
}

/** Brings many workers back in the caller's transaction; who would bring what somebody else has now stays archived. */
export async function restoreMany(tx: Tx, ids: string[], fields: readonly FieldRule[]): Promise<ManyChanged> {
  const held = await holdMany(tx, ids)
  const told = tally()
  for (const id of ids) {
    const before = held.get(id)
    if (!before || isGone(before)) {
      told.skip('not_found')
      continue
    }
    if (!before.archivedAt) {
      told.skip('same')
      continue
    }
    const after = await ownUnowned(tx, factsOf(before))
    const reason = await takenBy(refuseTaken(tx, fields, { id, before: null, after }))
    if (reason) {
      told.skip(reason)
      continue
    }
    await save(tx, id, after, null)
    tx.audit('contact.restored', id)
    told.changed.push(id)
  }
  if (told.changed.length > 0) tx.publish(ContactChanged, { contactIds: told.changed })
  return told.result()
}

async function takenBy(asked: Promise<void>): Promise<SkipReason | null> {
  try {
    await asked
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'phone_taken' || error.code === 'employee_id_taken' ? error.code : 'value_taken'
  }
}
