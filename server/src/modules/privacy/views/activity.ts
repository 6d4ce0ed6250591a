import type { ContactEvent } from '@crewline/contract/privacy'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { groupHistory } from '../../groups/index.ts'

/** The position where a page of activity continues: before this moment, and before this key within the same moment. */
export interface ActivityPosition {
  /** Microseconds since 1970, the precision of the database. */
  at: string
  key: string
}

/** A change to a contact as stored in the database. */
export interface Happened {
  key: string
  at: Date
  micros: string
  kind: ContactEvent['kind']
  /** The names of changed fields. */
  fields: string[] | null
  detail: string
  by: string | null
  /** Whether a sync of an HR system did it, even one that a teammate started. */
  isSynced?: boolean
}

/** Maps actions of the audit trail to activity kinds. */
const KINDS: Record<string, ContactEvent['kind']> = {
  'contact.changed': 'changed',
  'contact.archived': 'archived',
  'contact.restored': 'restored',
  'contact.merged': 'merged',
  'contact.imported': 'imported',
  'contact.erased': 'erased',
  'contact.transfer-offered': 'transfer_offered',
  'contact.transfer-declined': 'transfer_declined',
  'contact.transfer-withdrawn': 'transfer_withdrawn',
  'contact.transferred-out': 'transferred_out',
  'contact.transferred-in': 'transferred_in',
  'contact.transfer-undone': 'transfer_undone',
}

const micros = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint::text`
const nameOf = (userId: RawBuilder<unknown>) =>
  sql`(select trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = ${userId})`

/** Whether a row comes after a position, newest first. */
function beyond(
  position: ActivityPosition | null,
  at: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!position) return sql`true`
  const moment = sql`to_timestamp(0) + ${position.at}::bigint * interval '1 microsecond'`
  return sql`(${at} <= ${moment} and (${at} < ${moment} or ${key} < ${position.key}))`
}

/**
 * Returns the audited changes to a contact, newest first. Needs a handle that sees the audit trail; the caller must
 * check that the actor sees the contact.
 */
export async function recorded(
  db: Db,
  contactId: string,
  { place, most }: { place: ActivityPosition | null; most: number },
): Promise<Happened[]> {
  const actions = Object.keys(KINDS)
  const result = await sql<Omit<Happened, 'kind'> & { action: string }>`
    select * from (
      (select 'a:' || e.id as key, e.at, ${micros(sql`e.at`)} as micros, e.action,
          coalesce(e.detail ->> 'system', e.detail ->> 'by', ${nameOf(sql`e.actor_id`)}) as by,
          case when jsonb_typeof(e.detail -> 'fields') = 'array' then array(select jsonb_array_elements_text(e.detail -> 'fields')) end as fields,
          coalesce(e.detail ->> 'file', e.detail ->> 'organization', '') as detail
        from audit_entry e where e.target = ${contactId} and e.action = any(${actions}::text[]) and ${beyond(place, sql`e.at`, sql`'a:' || e.id`)}
        order by e.at desc, e.id desc limit ${most})
      union all
      (select 'k:', c.created_at, ${micros(sql`c.created_at`)}, 'created', (select coalesce(e.detail ->> 'system', ${nameOf(sql`e.actor_id`)}) from audit_entry e
          where e.target = ${contactId} and e.action in ('contact.created', 'contact.imported') order by e.at limit 1), null, c.source
        from contact c where c.id = ${contactId} and ${beyond(place, sql`c.created_at`, sql`'k:'`)})
    ) happened order by at desc, key desc limit ${most}`.execute(db)
  return result.rows.map(({ action, ...row }) => ({ ...row, kind: KINDS[action] ?? 'created' }))
}

/** When HR systems wrote to a contact, newest first. Needs a handle that sees the audit trail. */
export async function systemsOf(db: Db, contactId: string): Promise<{ at: Date; system: string }[]> {
  const result = await sql<{ at: Date; system: string }>`
    select at, detail ->> 'system' as system from audit_entry
    where target = ${contactId} and action in ('contact.created', 'contact.changed') and detail ->> 'system' is not null
    order by at desc, id desc limit 100`.execute(db)
  return result.rows
}

/**
 * Returns what other modules recorded about a contact, newest first: groups, consent, calls. Limited to what the handle
 * sees.
 */
export async function around(
  db: Db,
  contactId: string,
  { place, most }: { place: ActivityPosition | null; most: number },
): Promise<Happened[]> {
  const result = await sql<Happened>`
    select key, at, ${micros(sql`at`)} as micros, kind, null as fields, detail, by, "isSynced" from (
      (select 'g:' || g.group_id || g.change as key, g.at, g.change as kind, n.name as detail, ${nameOf(sql`g.by_user`)} as by,
          coalesce(g.cause = 'sync', false) as "isSynced"
        from ${groupHistory} g join contact_group n on n.org_id = g.org_id and n.id = g.group_id
        where g.contact_id = ${contactId} and ${beyond(place, sql`g.at`, sql`'g:' || g.group_id || g.change`)}
        order by g.at desc, key desc limit ${most})
      union all
      (select 'v:' || v.id, v.at, 'voicemail', to_char(make_interval(secs => v.duration_sec), 'FMMI:SS'), null, false
        from voicemail v where v.contact_id = ${contactId} and v.deleted_at is null and ${beyond(place, sql`v.at`, sql`'v:' || v.id`)}
        order by v.at desc, v.id desc limit ${most})
      union all
      (select 'c:' || e.id, e.at, e.action, e.wording, ${nameOf(sql`e.user_id`)}, false
        from consent_event e join contact c on c.org_id = e.org_id and c.phone = e.phone and c.id = ${contactId}
        where e.action in ('opt_out', 'opt_in', 'opt_out_undone') and ${beyond(place, sql`e.at`, sql`'c:' || e.id`)}
        order by e.at desc, e.id desc limit ${most})
    ) happened order by at desc, key desc limit ${most}`.execute(db)
  return result.rows
}
