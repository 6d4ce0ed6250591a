import { INVITATION_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { limitToGroups, saveInvitation } from '../../modules/team/index.ts'
import type { DemoGroup } from './groups.ts'
import { DAY, idAt } from './moments.ts'
import { INVITED, STAFF } from './staff.ts'

/** Gives teammates of Acme their groups, and invites somebody who has not answered; nobody knows the link. */
export async function writeTeam(
  kernel: Kernel,
  db: Db,
  orgId: string,
  { groups, nowMs }: { groups: DemoGroup[]; nowMs: number },
): Promise<void> {
  const idsOf = (names: string[]) => groups.filter((group) => names.includes(group.name)).map((group) => group.id)
  for (const { email, groups: seen } of STAFF) {
    if (seen) await limitToGroups(db, orgId, await personOf(db, email), idsOf(seen))
  }
  const sentAt = nowMs - 2 * DAY
  const { email, role, groups: seen, by } = INVITED
  await saveInvitation(
    db,
    { orgId, id: idAt(sentAt) },
    { email, role, groupIds: idsOf(seen) },
    {
      tokenHash: tokenHash(makeToken(kernel.world)),
      invitedBy: await personOf(db, by),
      sentAt: new Date(sentAt),
      expiresAt: new Date(sentAt + INVITATION_MS),
    },
  )
}

async function personOf(db: Db, email: string): Promise<string> {
  const found = await sql<{ id: string }>`select id from person where email = ${email}`.execute(db)
  return found.rows[0]?.id as string
}
