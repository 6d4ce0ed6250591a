import type { Sample } from '@crewline/contract/sample'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { sampleLine } from '../lines/index.ts'

/** Returns the sample line with what was tried on it; null without one or when the sample worker is not visible. */
export async function readSample(kernel: Kernel, scope: Scope): Promise<Sample | null> {
  const [line, worker] = await Promise.all([sampleLine(scope.db, kernel.encryption), sampleWorker(scope.db)])
  if (!line || !worker) return null
  const counts = await sql<{ sent: number; received: number }>`
    select count(*) filter (where direction = 'out' and kind = 'text')::int as sent,
      count(*) filter (where direction = 'in')::int as received
    from message where contact_id = ${worker.id} and line_id = ${line.id}`.execute(scope.db)
  return { contactId: worker.id, contactName: worker.name, ...(counts.rows[0] ?? { sent: 0, received: 0 }) }
}

/** Returns the active contact with the sample worker's number, if the database handle can see it. */
export async function sampleWorker(db: Db): Promise<{ id: string; name: string } | undefined> {
  const result = await sql<{ id: string; name: string }>`
    select id, trim(firstname || ' ' || lastname) as name from contact
    where phone = ${SAMPLE_CONTACT_PHONE} and archived_at is null and not shares_phone`.execute(db)
  return result.rows[0]
}
