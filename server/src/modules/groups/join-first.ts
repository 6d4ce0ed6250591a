import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { join } from './store/members.ts'
import { upkeepOf } from './upkeep.ts'
import { firstByHand } from './views/names.ts'

/**
 * Puts a worker whom a member of some groups has just added into the first of these groups that is made by hand, so that
 * the member sees them.
 */
export async function joinFirstGroup(tx: Tx, contactId: string): Promise<void> {
  if (tx.actor.kind !== 'member' || tx.actor.scope === 'all') return
  const groupId =
    (await firstByHand(tx.db)) ??
    fail('not_permitted', {
      words: {
        en: 'You have no group yet that people are added to. Ask an admin to give you one.',
        es: 'Aún no tienes un grupo al que añadir personas. Pide uno a un administrador.',
      },
    })
  await tx.unscoped(() => join(upkeepOf(tx), groupId, [contactId], 'hand'))
}
