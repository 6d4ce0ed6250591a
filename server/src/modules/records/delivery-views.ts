import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** The times of a message on its way; null where it never got there. */
export interface DeliveryTimes {
  writtenAt: Date
  handedOffAt: Date | null
  settledAt: Date | null
}

/** Returns the times of these messages by id. */
export async function deliveryTimes(db: Db, contactId: string, ids: string[]): Promise<Map<string, DeliveryTimes>> {
  const result = await sql<DeliveryTimes & { id: string }>`
    select id, at as "writtenAt", submit_started_at as "handedOffAt", settled_at as "settledAt" from message
    where contact_id = ${contactId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(result.rows.map(({ id, ...times }) => [id, times]))
}
