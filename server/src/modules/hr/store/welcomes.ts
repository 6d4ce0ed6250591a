import type { HrSource } from '@crewline/contract/hr'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** A person of a source with their welcome text. */
export interface NewWelcome {
  personHash: string
  messageId: string
}

/** Records welcome texts; returns the people who had none from this source before, or whose text was canceled. */
export async function addWelcomes(tx: Tx, source: HrSource, welcomes: NewWelcome[]): Promise<Set<string>> {
  if (welcomes.length === 0) return new Set()
  const added = await sql<{ hash: string }>`
    insert into hr_welcome (org_id, source, person_hash, message_id, at)
    select ${tx.orgId}::uuid, ${source}, hash, id, ${tx.world.now()}
    from unnest(${welcomes.map(({ personHash }) => personHash)}::text[], ${welcomes.map(({ messageId }) => messageId)}::uuid[]) t(hash, id)
    on conflict (org_id, source, person_hash) do update set message_id = excluded.message_id, at = excluded.at
      where hr_welcome.message_id is null returning person_hash as hash`.execute(tx.db)
  return new Set(added.rows.map((row) => row.hash))
}

/** Notes that welcome texts were canceled before they were sent: their people got none. */
export async function markCanceled(tx: Tx, messageIds: string[]): Promise<void> {
  await sql`update hr_welcome set message_id = null where org_id = ${tx.orgId} and message_id = any(${messageIds}::uuid[])`.execute(
    tx.db,
  )
}
