import type { ContactEvent } from '@crewline/contract/roster'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { groupHistory } from '../../groups/index.ts'

/** Where a page of activity goes on: before this moment, and before this key among what happened then. */
export interface Place {
  /** Microseconds since 1970, because the database tells moments apart that finely. */
  at: string
  key: string
}

/** Something that happened to a worker, as the database knows it. */
export interface Happened {
  key: string
  at: Date
  micros: string
  kind: ContactEvent['kind']
  /** Names of fields, where fields changed. */
  fields: string[] | null
  detail: string
  by: string | null
}

/** What the audit trail calls what is done to a worker, and what it is called here. */
const KINDS: Record<string, ContactEvent['kind']> = {
  'contact.changed': 'changed',
  'contact.archived': 'archived',
  'contact.restored': 'restored',
  'contact.merged': 'merged',
  'contact.imported': 'imported',
  'contact.erased': 'erased',
}

const micros = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint::text`
const nameOf = (person: RawBuilder<unknown>) =>
  sql`(select trim(p.firstname || ' ' || p.lastname) from person p where p.id = ${person})`

/** Whether a row comes after a place, the newest first. */
function beyond(place: Place | null, at: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!place) return sql`true`
  const moment = sql`to_timestamp(0) + ${place.at}::bigint * interval '1 microsecond'`
  return sql`(${at} <= ${moment} and (${at} < ${moment} or ${key} < ${place.key}))`
}

/**
 * What the organization's own record says of a worker, the newest first. For a handle that sees the audit trail; whether
 * the asker sees the worker is the caller's to know.
 */
export async function recorded(
  db: Db,
  contactId: string,
  { place, most }: { place: Place | null; most: number },
): Promise<Happened[]> {
  const actions = Object.keys(KINDS)
  const found = await sql<Omit<Happened, 'kind'> & { action: string }>`
    select * from (
      (select 'a:' || e.id as key, e.at, ${micros(sql`e.at`)} as micros, e.action, ${nameOf(sql`e.actor_id`)} as by,
          case when jsonb_typeof(e.detail -> 'fields') = 'array' then array(select jsonb_array_elements_text(e.detail -> 'fields')) end as fields,
          coalesce(e.detail ->> 'file', '') as detail
        from audit_entry e where e.target = ${contactId} and e.action = any(${actions}::text[]) and ${beyond(place, sql`e.at`, sql`'a:' || e.id`)}
        order by e.at desc, e.id desc limit ${most})
      union all
      (select 'k:', c.created_at, ${micros(sql`c.created_at`)}, 'created', ${nameOf(sql`(select e.actor_id from audit_entry e
          where e.target = ${contactId} and e.action in ('contact.created', 'contact.imported') order by e.at limit 1)`)}, null, c.source
        from contact c where c.id = ${contactId} and ${beyond(place, sql`c.created_at`, sql`'k:'`)})
    ) happened order by at desc, key desc limit ${most}`.execute(db)
  return found.rows.map(({ action, ...row }) => ({ ...row, kind: KINDS[action] ?? 'created' }))
}

/** What other rooms know of a worker, the newest first: groups, permission, calls. Only what the handle sees. */
export async function around(
  db: Db,
  contactId: string,
  { place, most }: { place: Place | null; most: number },
): Promise<Happened[]> {
  const found = await sql<Happened>`
    select key, at, ${micros(sql`at`)} as micros, kind, null as fields, detail, by from (
      (select 'g:' || g.group_id || g.change as key, g.at, g.change as kind, n.name as detail, ${nameOf(sql`g.by_person`)} as by
        from ${groupHistory} g join contact_group n on n.org_id = g.org_id and n.id = g.group_id
        where g.contact_id = ${contactId} and ${beyond(place, sql`g.at`, sql`'g:' || g.group_id || g.change`)}
        order by g.at desc, key desc limit ${most})
      union all
      (select 'v:' || v.id, v.at, 'voicemail', to_char(make_interval(secs => v.duration_sec), 'FMMI:SS'), null
        from voicemail v where v.contact_id = ${contactId} and v.deleted_at is null and ${beyond(place, sql`v.at`, sql`'v:' || v.id`)}
        order by v.at desc, v.id desc limit ${most})
      union all
      (select 'c:' || e.id, e.at, e.action, e.words, ${nameOf(sql`e.person_id`)}
        from consent_event e join contact c on c.org_id = e.org_id and c.phone = e.phone and c.id = ${contactId}
        where e.action in ('opt_out', 'opt_in') and ${beyond(place, sql`e.at`, sql`'c:' || e.id`)}
        order by e.at desc, e.id desc limit ${most})
    ) happened order by at desc, key desc limit ${most}`.execute(db)
  return found.rows
}
