import type { ShiftNote } from '@crewline/contract/shift-notes'
import type { Teammate } from '@crewline/contract/conversations'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

type NoteRow = Row<'shift_note', 'id' | 'text' | 'waiting' | 'waiting_since' | 'created_at'> & {
  author: Teammate
  mine: boolean
  read_by: Teammate[] | null
}

/** Returns the latest note since a time as a member sees it, with those who read it. */
export async function latestNote(db: Db, userId: string, since: Date): Promise<ShiftNote | undefined> {
  const result = await sql<NoteRow>`
    select n.id, jsonb_build_object('userId', a.id, 'firstname', a.firstname, 'lastname', a.lastname) as author,
      n.user_id = ${userId} as mine, n.text, n.waiting, n.waiting_since, n.created_at,
      (select jsonb_agg(jsonb_build_object('userId', p.id, 'firstname', p.firstname, 'lastname', p.lastname) order by r.at, p.id)
        from shift_note_read r join user_account p on p.id = r.user_id
        where r.org_id = n.org_id and r.note_id = n.id) as read_by
    from shift_note n join user_account a on a.id = n.user_id
    where n.created_at > ${since} order by n.created_at desc, n.id desc limit 1`.execute(db)
  const row = result.rows[0]
  if (!row) return undefined
  return {
    id: row.id,
    author: row.author,
    mine: row.mine,
    text: row.text,
    waiting: row.waiting,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    at: row.created_at.toISOString(),
    readBy: row.read_by ?? [],
  }
}

/** Inserts a note and deletes those that are no longer shown. */
export async function replaceNote(
  tx: Tx,
  note: Pick<ShiftNote, 'id' | 'text' | 'waiting' | 'waitingSince'>,
  { userId, shownSince }: { userId: string; shownSince: Date },
): Promise<void> {
  await sql`delete from shift_note where org_id = ${tx.orgId} and created_at <= ${shownSince}`.execute(tx.db)
  await sql`
    insert into shift_note (org_id, id, user_id, text, waiting, waiting_since, created_at)
    values (${tx.orgId}, ${note.id}, ${userId}, ${note.text}, ${note.waiting}, ${note.waitingSince}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Marks a note as read; returns whether that changed anything, or undefined when there is no such note. */
export async function markNoteRead(tx: Tx, id: string, userId: string): Promise<boolean | undefined> {
  const result = await sql<{ exists: boolean; changed: boolean }>`
    with note as (select org_id, id from shift_note where org_id = ${tx.orgId} and id = ${id}),
      marked as (insert into shift_note_read (org_id, note_id, user_id, at)
        select org_id, id, ${userId}::uuid, ${tx.world.now()}::timestamptz from note on conflict do nothing returning note_id)
    select exists (select from note) as exists, exists (select from marked) as changed`.execute(tx.db)
  const row = result.rows[0]
  return row?.exists ? row.changed : undefined
}
