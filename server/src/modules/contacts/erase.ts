import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './facts.ts'
import { blank, holdPerson, type Known } from './store/erasing.ts'
import { holdMany } from './store/people.ts'
import { passOn } from './store/phones.ts'

/**
 * Erases the facts of a worker, and of everybody merged into them, in the caller's transaction; answers what is to be erased
 * elsewhere. `not_found` for whom the actor does not see, who is erased, or is part of somebody else.
 */
export async function eraseFacts(tx: Tx, id: string): Promise<Known> {
  if (!(await holdMany(tx, [id])).has(id)) fail('not_found')
  const known = (await tx.unscoped(() => holdPerson(tx, id))) ?? fail('not_found')
  await tx.unscoped(() => blank(tx, known.ids))
  const heirs = known.owned.length > 0 ? await passOn(tx, known.owned) : []
  tx.publish(ContactChanged, { contactIds: known.ids })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
  return known
}
