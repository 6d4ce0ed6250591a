import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Returns which of these addresses, in lower case, belong to a member in their own right or have an open invitation that is not expired. */
export async function knownEmails(
  db: Db,
  emails: string[],
): Promise<Map<string, 'already_member' | 'already_invited'>> {
  const found = await sql<{ email: string; status: 'already_member' | 'already_invited' }>`
    select lower(i.email) as email, 'already_invited' as status from invitation i
    where lower(i.email) = any(${emails}::text[]) and i.accepted_at is null and i.expires_at > now()
    union all
    select lower(p.email), 'already_member' from member m join user_account p on p.id = m.user_id
    where lower(p.email) = any(${emails}::text[]) and m.status = 'active' and m.via_parent_id is null
    order by status desc`.execute(db)
  return new Map(found.rows.map(({ email, status }) => [email, status]))
}
