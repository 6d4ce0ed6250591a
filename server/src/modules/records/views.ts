import type { RecordExport } from '@crewline/contract/records'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { contactsWithConsent } from '../audience/index.ts'
import { shownChoice, type StoredChoice } from './rules.ts'
import { rootFrom } from './store.ts'

/** The exports that are listed. */
const LISTED = 50

interface Listed extends Omit<RecordExport, 'root' | 'chosen' | 'createdAt' | 'finishedAt' | 'expiresAt'> {
  manifest: string | null
  chosen: StoredChoice | null
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date
}

/** Returns the newest exports, or one of them; filters by sensitive fields only to who may read these. */
export async function exportsOf(
  db: Db,
  { maySeeSensitive, id = null }: { maySeeSensitive: boolean; id?: string | null },
): Promise<RecordExport[]> {
  const result = await sql<Listed>`
    select e.id, e.title, e.state, cardinality(e.contact_ids) as conversations, e.place as done,
      (select count(*)::int from record_file f where f.org_id = e.org_id and f.export_id = e.id) as files,
      (select coalesce(sum(f.bytes), 0)::float8 from record_file f where f.org_id = e.org_id and f.export_id = e.id) as bytes,
      e.manifest, e.options -> 'chosen' as chosen, coalesce(trim(p.firstname || ' ' || p.lastname), '') as "createdBy",
      e.created_at as "createdAt", e.finished_at as "finishedAt", e.expires_at as "expiresAt"
    from record_export e left join user_account p on p.id = e.created_by
    where ${id}::uuid is null or e.id = ${id}::uuid order by e.created_at desc, e.id desc limit ${LISTED}`.execute(db)
  return result.rows.map(({ manifest, chosen, createdAt, finishedAt, expiresAt, ...row }) => ({
    ...row,
    chosen: chosen && shownChoice(chosen, maySeeSensitive),
    root: rootFrom(manifest),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  }))
}

/** Whom an export covers. */
export interface Coverage {
  covers: 'contacts' | 'groups' | 'hold' | 'filter' | 'everyone'
  contactIds: string[]
  groupIds: string[]
  holdId?: string | undefined
  /** For `filter`: the condition over `contact c` left joined with `consent k`. */
  matches: RawBuilder<SqlBool> | undefined
}

/** Returns the contacts with a conversation that an export covers, by name, up to `most`. */
export async function coveredContacts(db: Db, coverage: Coverage, most: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select c.id from ${contactsWithConsent} join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where c.erased_at is null and ${covered(coverage)}
    order by c.sort_name, c.id limit ${most}`.execute(db)
  return result.rows.map(({ id }) => id)
}

function covered({ covers, contactIds, groupIds, holdId, matches }: Coverage): RawBuilder<SqlBool> {
  switch (covers) {
    case 'contacts':
      return sql`c.id = any(${contactIds}::uuid[])`
    case 'groups':
      return sql`exists (
        select from group_member g where g.org_id = c.org_id and g.contact_id = c.id and g.group_id = any(${groupIds}::uuid[]))`
    case 'hold':
      return sql`exists (select from legal_hold h where h.org_id = c.org_id and h.id = ${holdId ?? null}::uuid and (h.covers = 'everyone'
        or exists (select from legal_hold_contact k where k.org_id = h.org_id and k.hold_id = h.id and k.contact_id = c.id)
        or exists (select from group_member g where g.org_id = h.org_id and g.contact_id = c.id and g.group_id = any(h.group_ids))))`
    case 'filter':
      return matches ?? sql`false`
    case 'everyone':
      return sql`true`
  }
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
export async function areKnown(
  db: Db,
  { contactIds, groupIds, holdId }: Pick<Coverage, 'contactIds' | 'groupIds' | 'holdId'>,
): Promise<boolean> {
  const hold = holdId ?? null
  const result = await sql<{ known: boolean }>`
    select (select count(*) from contact where id = any(${contactIds}::uuid[])) = ${new Set(contactIds).size}::int
      and (select count(*) from contact_group where id = any(${groupIds}::uuid[])) = ${new Set(groupIds).size}::int
      and (${hold}::uuid is null or exists (select from legal_hold where id = ${hold}::uuid)) as known`.execute(db)
  return result.rows[0]?.known ?? false
}

type Named = { id: string; name: string }

/** Returns the names of these groups, shifts and imports and of this hold, those that exist. An import is named by its file. */
export async function namesOfChoice(
  db: Db,
  {
    groupIds,
    shiftIds,
    importIds,
    holdId,
  }: Record<'groupIds' | 'shiftIds' | 'importIds', string[]> & { holdId: string | undefined },
): Promise<Record<'groups' | 'shifts' | 'imports', Named[]> & { hold: Named | null }> {
  // Filters are not refused for an id that cannot be one, as they match no one then.
  const [groups, shifts, imports, holds] = await Promise.all([
    sql<Named>`
      select id, name from contact_group where id = any(${groupIds}::uuid[]) order by name, id`.execute(db),
    sql<Named>`select id, name from shift where id::text = any(${shiftIds}::text[]) order by name, id`.execute(db),
    sql<Named>`
      select id, file_name as name from import where id::text = any(${importIds}::text[]) order by created_at, id`.execute(
      db,
    ),
    sql<Named>`select id, name from legal_hold where id = ${holdId ?? null}::uuid`.execute(db),
  ])
  return { groups: groups.rows, shifts: shifts.rows, imports: imports.rows, hold: holds.rows[0] ?? null }
}
