import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { sortIdOf } from '../../conversations/index.ts'
import { groupHistory } from '../../groups/index.ts'

/** Returns the id of a contact and of every contact merged into it: all ids with stored data. */
export async function idsOfContact(db: Db, id: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from contact where id = ${id} or merged_into = ${id} order by id = ${id} desc, id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** A message in a personal data export; times are ISO 8601. */
export interface StoredMessage {
  id: string
  position: string
  at: string
  direction: 'in' | 'out' | 'internal'
  kind: string
  from: string
  to: string
  by: string | null
  state: string
  body: string
  translation: string | null
  files: string[]
  voicemail: string | null
  event: string | null
}

/** Counts the stored messages, up to `most`. */
export async function countStoredMessages(db: Db, ids: string[], most: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select from message where contact_id = any(${ids}::uuid[]) limit ${most}) m`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/** Returns a page of the messages of a thread in both directions, with internal notes, oldest first. */
export async function listStoredMessages(
  db: Db,
  contactId: string,
  { after, most }: { after: string; most: number },
): Promise<StoredMessage[]> {
  const result = await sql<Omit<StoredMessage, 'at'> & { at: Date }>`
    select m.id, ${sortIdOf('m')} as position, coalesce(m.went_at, m.at) as at, m.direction, m.kind, m.phone_from as "from", m.phone_to as "to",
      trim(p.firstname || ' ' || p.lastname) as by, m.state, m.body, m.translation ->> 'text' as translation,
      array(select f ->> 'name' from jsonb_array_elements(coalesce(m.media, '[]')) f) as files,
      m.voicemail ->> 'transcript' as voicemail, m.event ->> 'what' as event
    from message m left join user_account p on p.id = m.sender_id
    where m.contact_id = ${contactId} and ${sortIdOf('m')} > ${after}::uuid order by ${sortIdOf('m')} limit ${most}`.execute(
    db,
  )
  return result.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Stored data other than fields and messages; times are ISO 8601 as PostgreSQL writes them in JSON. */
export interface RelatedData {
  groups: { group: string; since: string | null; how: string }[]
  groupHistory: { group: string; at: string; change: string; how: string; by: string | null }[]
  conversation: { tags: string[]; assignee: string | null; archived: boolean; waitingSince: string | null }[]
  voicemails: { at: string; seconds: number; language: string | null; transcript: string | null; deleted: boolean }[]
  missedCalls: { at: string }[]
  consent: { number: string; at: string; action: string; how: string; wording: string; by: string | null }[]
  numbers: { number: string; optedOut: boolean; since: string }[]
  merges: { at: string; contact: string; undoneAt: string | null }[]
  imports: { file: string; at: string; row: number; cells: unknown }[]
}

const PARTS = (ids: string[], canSeeSensitive: boolean) => ({
  groups: sql`select g.name as "group", (select max(e.at) from ${groupHistory} e where e.org_id = m.org_id and e.contact_id = m.contact_id
      and e.group_id = m.group_id and e.change = 'joined') as since, m.cause as how
    from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id where m.contact_id = any(${ids}::uuid[]) order by g.name`,
  groupHistory: sql`select g.name as "group", e.at, e.change, e.cause as how, trim(p.firstname || ' ' || p.lastname) as by
    from ${groupHistory} e join contact_group g on g.org_id = e.org_id and g.id = e.group_id left join user_account p on p.id = e.by_user
    where e.contact_id = any(${ids}::uuid[]) order by e.at`,
  conversation: sql`select array(select t.name from conversation_tag c join tag t on t.org_id = c.org_id and t.id = c.tag_id
      where c.org_id = v.org_id and c.contact_id = v.contact_id order by t.name) as tags, trim(p.firstname || ' ' || p.lastname) as assignee,
      v.archived, v.waiting_since as "waitingSince"
    from conversation v left join user_account p on p.id = v.assignee_id where v.contact_id = any(${ids}::uuid[])`,
  voicemails: sql`select at, duration_sec as seconds, language, transcript, deleted_at is not null as deleted
    from voicemail where contact_id = any(${ids}::uuid[]) order by at`,
  missedCalls: sql`select at from missed_call where contact_id = any(${ids}::uuid[]) order by at`,
  consent: sql`select e.phone as number, e.at, e.action, e.method as how, e.wording, trim(p.firstname || ' ' || p.lastname) as by
    from consent_event e left join user_account p on p.id = e.user_id
    where e.phone in (select phone from contact where id = any(${ids}::uuid[])) order by e.at, e.id`,
  numbers: sql`select phone as number, opted_out as "optedOut", changed_at as since from consent
    where phone in (select phone from contact where id = any(${ids}::uuid[])) order by phone`,
  merges: sql`select at, other_id as contact, undone_at as "undoneAt" from contact_merge
    where keep_id = any(${ids}::uuid[]) order by at`,
  // A row holds every column of the file, including sensitive ones.
  imports: sql`select i.file_name as file, i.created_at as at, r.row, ${canSeeSensitive ? sql`r.cells` : sql`null`} as cells
    from import_row r join import i on i.org_id = r.org_id and i.id = r.import_id where r.contact_id = any(${ids}::uuid[]) order by i.created_at, r.row`,
})

/** Returns all data of other modules about a contact, except fields and messages, as far as the handle can see it. */
export async function readRelatedData(db: Db, ids: string[], canSeeSensitive: boolean): Promise<RelatedData> {
  const parts = Object.entries(PARTS(ids, canSeeSensitive)).map(async ([name, query]) => {
    const result = await sql<{ row: unknown }>`select to_jsonb(q) as row from (${query}) q`.execute(db)
    return [name, result.rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(parts)) as unknown as RelatedData
}
