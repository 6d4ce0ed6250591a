import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { OrgSummary } from '../../kernel/scope.ts'

/** A contact who left for another organization, and whose number opted out only where they left. */
export interface Gone {
  contactId: string
  phone: string
  from: OrgSummary & { name: string }
  to: OrgSummary
}

/**
 * Lists the contacts with these numbers who left an organization by a transfer that was not taken back, whose number is opted
 * out there and not where they went. Left out are those who came back since, those who have another number there or were
 * erased, and those who opted in there themselves after the opt-out. Needs a database handle for all organizations.
 */
export async function optedOutAndGone(
  system: Db,
  { orgId, phones }: { orgId: string; phones: readonly string[] },
): Promise<Gone[]> {
  const summary = (alias: string) => {
    const of = (column: string) => sql.ref(`${alias}.${column}`)
    return sql`json_build_object('id', ${of('id')}, 'name', ${of('name')}, 'country', ${of('country')},
      'timezone', ${of('timezone')}, 'status', ${of('status')})`
  }
  const found = await sql<Gone>`
    select distinct on (t.to_org_id, c.phone) c.id as "contactId", c.phone, ${summary('f')} as "from", ${summary('o')} as "to"
    from contact_transfer t
    join contact c on c.org_id = t.org_id and c.id = t.contact_id and c.phone = any(${phones}::text[])
    join consent k on k.org_id = t.org_id and k.phone = c.phone and k.opted_out
    join organization f on f.id = t.org_id
    join organization o on o.id = t.to_org_id and o.status <> 'closed'
    join contact b on b.org_id = t.to_org_id and b.id = t.became_id
    left join contact kept on kept.org_id = b.org_id and kept.id = b.merged_into
    left join consent there on there.org_id = t.to_org_id and there.phone = c.phone
    where t.org_id = ${orgId} and t.state = 'done' and c.phone in (b.phone, kept.phone) and not coalesce(there.opted_out, false)
      and not exists (select from contact_arrival r where r.org_id = t.org_id and r.contact_id = c.id
        and r.from_org_id = t.to_org_id and r.at >= t.done_at and r.undone_at is null)
      and not exists (select from consent_event e where e.org_id = t.to_org_id and e.phone = c.phone
        and e.action = 'opt_in' and e.at >= k.changed_at)
    order by t.to_org_id, c.phone, t.done_at desc`.execute(system)
  return found.rows
}
