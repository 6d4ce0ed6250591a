import { INVITATION_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { limitToGroups, saveInvitation } from '../../modules/team/index.ts'
import type { DemoGroup } from './groups.ts'
import { DAY, idAt } from './moments.ts'
import { INVITED, STAFF } from './staff.ts'

/** Limits teammates of Acme to their groups, and adds a pending invitation; its token is not kept. */
export async function writeTeam(
  kernel: Kernel,
  db: Db,
  orgId: string,
  { groups, nowMs }: { groups: DemoGroup[]; nowMs: number },
): Promise<void> {
  const idsOf = (names: string[]) => groups.filter((group) => names.includes(group.name)).map((group) => group.id)
  for (const { email, groups: memberGroups } of STAFF) {
    if (memberGroups) await limitToGroups(db, orgId, await findUserId(db, email), idsOf(memberGroups))
  }
  const sentAt = nowMs - 2 * DAY
  const { email, role, groups: groupNames, by } = INVITED
  await saveInvitation(
    db,
    { orgId, id: idAt(sentAt) },
    { email, role, roleId: null, groupIds: idsOf(groupNames) },
    {
      tokenHash: tokenHash(makeToken(kernel.world)),
      invitedBy: await findUserId(db, by),
      sentAt: new Date(sentAt),
      expiresAt: new Date(sentAt + INVITATION_MS),
    },
  )
}

async function findUserId(db: Db, email: string): Promise<string> {
  const result = await sql<{ id: string }>`select id from user_account where email = ${email}`.execute(db)
  return result.rows[0]?.id as string
}
