import type { RecordExport } from '@crewline/contract/records'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { rootFrom } from './store.ts'

/** The exports that are listed. */
const LISTED = 50

interface Listed extends Omit<RecordExport, 'root' | 'createdAt' | 'finishedAt' | 'expiresAt'> {
  manifest: string | null
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date
}

/** Returns the newest exports, or one of them. */
export async function exportsOf(db: Db, id: string | null = null): Promise<RecordExport[]> {
  const result = await sql<Listed>`
    select e.id, e.title, e.state, cardinality(e.contact_ids) as conversations, e.place as done,
      (select count(*)::int from record_file f where f.org_id = e.org_id and f.export_id = e.id) as files,
      (select coalesce(sum(f.bytes), 0)::float8 from record_file f where f.org_id = e.org_id and f.export_id = e.id) as bytes,
      e.manifest, coalesce(trim(p.firstname || ' ' || p.lastname), '') as "createdBy",
      e.created_at as "createdAt", e.finished_at as "finishedAt", e.expires_at as "expiresAt"
    from record_export e left join user_account p on p.id = e.created_by
    where ${id}::uuid is null or e.id = ${id}::uuid order by e.created_at desc, e.id desc limit ${LISTED}`.execute(db)
  return result.rows.map(({ manifest, createdAt, finishedAt, expiresAt, ...row }) => ({
    ...row,
    root: rootFrom(manifest),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  }))
}

/** Whom an export covers. */
export interface Coverage {
  covers: 'contacts' | 'groups' | 'hold' | 'everyone'
  contactIds: string[]
  groupIds: string[]
  holdId?: string | undefined
}

/** Returns the contacts with a conversation that an export covers, by name, up to `most`. */
export async function coveredContacts(db: Db, coverage: Coverage, most: number): Promise<string[]> {
  const { covers, contactIds, groupIds } = coverage
  const holdId = coverage.holdId ?? null
  const result = await sql<{ id: string }>`
    select c.id from contact c join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where c.erased_at is null and case ${covers}
      when 'contacts' then c.id = any(${contactIds}::uuid[])
      when 'groups' then exists (
        select from group_member g where g.org_id = c.org_id and g.contact_id = c.id and g.group_id = any(${groupIds}::uuid[]))
      when 'hold' then exists (select from legal_hold h where h.org_id = c.org_id and h.id = ${holdId}::uuid and (h.covers = 'everyone'
        or exists (select from legal_hold_contact k where k.org_id = h.org_id and k.hold_id = h.id and k.contact_id = c.id)
        or exists (select from group_member g where g.org_id = h.org_id and g.contact_id = c.id and g.group_id = any(h.group_ids))))
      else true end
    order by c.sort_name, c.id limit ${most}`.execute(db)
  return result.rows.map(({ id }) => id)
}

/** Returns how many attachments the messages of these contacts have from a position on, up to another. */
export async function countAttachments(
  db: Db,
  contactIds: string[],
  { from, until }: { from: string; until: string },
): Promise<number> {
  const result = await sql<{ n: number }>`
    select coalesce(sum(jsonb_array_length(m.media)), 0)::int as n from message m
    where m.contact_id = any(${contactIds}::uuid[]) and m.media is not null and m.id >= ${from}::uuid and m.id < ${until}::uuid`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/** Returns whether every contact, group and hold that is named exists. */
export async function areKnown(db: Db, { contactIds, groupIds, holdId }: Coverage): Promise<boolean> {
  const hold = holdId ?? null
  const result = await sql<{ known: boolean }>`
    select (select count(*) from contact where id = any(${contactIds}::uuid[])) = ${new Set(contactIds).size}::int
      and (select count(*) from contact_group where id = any(${groupIds}::uuid[])) = ${new Set(groupIds).size}::int
      and (${hold}::uuid is null or exists (select from legal_hold where id = ${hold}::uuid)) as known`.execute(db)
  return result.rows[0]?.known ?? false
}
