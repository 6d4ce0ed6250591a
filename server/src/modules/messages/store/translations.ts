import type { Translation } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { raiseRevision } from './revision.ts'

/** Stores the translation of a message. */
export async function writeTranslation(tx: Tx, id: string, translation: Translation): Promise<void> {
  await sql`update message set ${raiseRevision}, translation = ${JSON.stringify(translation)}::jsonb where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** An inbound message without a translation, and the language recorded for its contact. */
export interface Untranslated {
  id: string
  body: string
  language: string
}

/** Returns the given inbound messages that have a body and no translation yet. */
export async function untranslated(system: Db, orgId: string, ids: string[]): Promise<Untranslated[]> {
  const result = await sql<Untranslated>`
    select m.id, m.body, c.language from unnest(${ids}::uuid[]) asked(id)
      -- By key, and in its order, one by one: of a month that just began the planner knows nothing, and would read all of it.
      cross join lateral (
        select * from message where org_id = ${orgId} and id between asked.id and asked.id order by id limit 1) m
      cross join lateral (select language from contact where org_id = ${orgId} and id = m.contact_id limit 1) c
    where m.direction = 'in' and m.translation is null and m.body <> ''`.execute(system)
  return result.rows
}

/** Queues messages for translation. */
export async function noteUntranslated(system: Db, orgId: string, ids: string[], now: Date): Promise<void> {
  await sql`
    insert into translation_due (org_id, message_id, due_at)
    select ${orgId}::uuid, id, ${now} from unnest(${[...ids].sort()}::uuid[]) id on conflict do nothing`.execute(system)
}

/** A message queued for translation. */
export interface Due {
  org_id: string
  message_id: string
  attempts: number
}

/** Claims due messages, oldest first. Other processes do not get them until `leaseMs` have passed. */
export async function takeUntranslated(
  system: Db,
  { now, most, leaseMs }: { now: Date; most: number; leaseMs: number },
): Promise<Due[]> {
  const claimed = await sql<Due>`
    update translation_due set due_at = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1
    where (org_id, message_id) in (
      select org_id, message_id from translation_due where due_at <= ${now} order by due_at limit ${most} for update skip locked)
    returning org_id, message_id, attempts`.execute(system)
  return claimed.rows
}

/** Postpones the translation of a message. */
export async function postponeTranslation(system: Db, due: Due, at: Date): Promise<void> {
  await sql`update translation_due set due_at = ${at} where org_id = ${due.org_id} and message_id = ${due.message_id}`.execute(
    system,
  )
}

/** Removes a message from the translation queue. */
export async function dropTranslation(tx: Tx, due: Due): Promise<void> {
  await sql`delete from translation_due where org_id = ${due.org_id} and message_id = ${due.message_id}`.execute(tx.db)
}
