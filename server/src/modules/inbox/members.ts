import { msg } from '@crewline/contract/localized-text'
import type { Teammate } from '@crewline/contract/conversations'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { usersWhoSee } from '../conversations/index.ts'
import { findMember, type InboxMember } from './views/members.ts'

/** Returns a member with access to the inbox, or fails with `not_found`. */
export async function memberOfInbox(db: Db, userId: string): Promise<InboxMember> {
  return (await findMember(db, userId)) ?? fail('not_found')
}

/** Refuses members without access to the inbox or to this contact: notifying them would reveal a hidden contact. */
export async function refuseBlind(
  tx: Tx,
  { contactId, userIds, field }: { contactId: string; userIds: string[]; field: string },
): Promise<void> {
  const seeing = new Set((await usersWhoSee(tx, [contactId], userIds)).map((viewer) => viewer.userId))
  if (userIds.some((id) => !seeing.has(id)))
    fail('invalid', {
      fieldErrors: {
        [field]: msg({ message: 'Choose teammates who see this contact.' }),
      },
    })
}

/** Joins first and last name. */
export function nameOf({ firstname, lastname }: Pick<Teammate, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim()
}
