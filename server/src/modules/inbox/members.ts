import type { Teammate } from '@crewline/contract/inbox'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { whoSee } from '../messages/index.ts'
import { findMember, type InboxMember } from './views/members.ts'

/** A member who reads the inbox, or `not_found`. */
export async function memberOfInbox(db: Db, personId: string): Promise<InboxMember> {
  return (await findMember(db, personId)) ?? fail('not_found')
}

/** Refuses people who do not read the inbox or do not see this worker: what is said to them would tell of somebody hidden. */
export async function refuseBlind(
  tx: Tx,
  { contactId, personIds, field }: { contactId: string; personIds: string[]; field: string },
): Promise<void> {
  const seeing = new Set((await whoSee(tx, [contactId], personIds)).map((one) => one.personId))
  if (personIds.some((id) => !seeing.has(id)))
    fail('invalid', {
      fieldErrors: {
        [field]: { en: 'Choose teammates who see this contact.', es: 'Elige compañeros que vean este contacto.' },
      },
    })
}

/** First and last name as one. */
export function nameOf({ firstname, lastname }: Pick<Teammate, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim()
}
