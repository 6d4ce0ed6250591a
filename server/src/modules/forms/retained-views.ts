import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isKept, isOnHold } from '../legal-holds/index.ts'
import type { StoredForm } from './rules.ts'

/**
 * Selects the answers before a moment, and those by text of people who stopped before the end. An anonymous answer has no
 * time of its own: it is as old as the end of its form, which is the last moment when it could have been given, and an
 * open form has none that are old. It is covered by holds on everyone only, whatever their days are.
 */
export function oldAnswers(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select r.id, r.at, ${isKept(sql`r.org_id`, sql`r.contact_id`, sql`r.at`)} as held from form_response r
    where r.org_id = ${orgId} and r.via <> 'anonymous' and r.at < ${before}
    union all
    select r.id, e.at, ${isKept(sql`r.org_id`, sql`r.contact_id`)} as held
    from (
      select f.id, case when f.status = 'open' and f.archived_at is null
        then (v.content->>'closesAt')::timestamptz else f.updated_at end as at
      from form f left join form_version v on v.org_id = f.org_id and v.form_id = f.id and v.version = f.published_version
      where f.org_id = ${orgId} and f.is_anonymous
    ) e join form_response r on r.org_id = ${orgId} and r.form_id = e.id
    where r.via = 'anonymous' and e.at < ${before}
    union all
    select a.id, a.at, ${isKept(sql`a.org_id`, sql`a.contact_id`, sql`a.at`)} as held
    from flow f join flow_answer a on a.org_id = f.org_id and a.flow_id = f.id
    where f.org_id = ${orgId} and f.owner_kind = 'form' and a.contact_id is not null and a.at < ${before}`
}

/** Returns whether a legal hold covers a response. Needs a handle that sees the whole organization. */
export async function heldResponse(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  responseId: string,
): Promise<boolean> {
  const found = await sql`
    select from form_response r where r.org_id = ${orgId} and r.form_id = ${id} and r.id = ${responseId}
      and ${isOnHold(sql`r.org_id`, sql`r.contact_id`, sql`r.at`)}`.execute(db)
  return found.rows.length > 0
}
