import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { join } from './store/members.ts'
import { upkeepOf } from './upkeep.ts'
import { findFirstStaticGroup } from './views/names.ts'

/**
 * Adds a contact that a member with a group scope has just created to the first manual group of that scope, so that the
 * member sees the contact.
 */
export async function joinFirstGroup(tx: Tx, contactId: string): Promise<void> {
  if (tx.actor.kind !== 'member' || tx.actor.scope === 'all') return
  const groupId =
    (await findFirstStaticGroup(tx.db)) ??
    fail('not_permitted', {
      text: msg({ message: 'You have no group to add contacts to yet. Ask an admin for one.' }),
    })
  await tx.unscoped(() => join(upkeepOf(tx), groupId, [contactId], 'hand'))
}
