import pg from 'pg'
import type { TestEnvironment } from './test-environment.ts'

const EVERY_MS = 15_000

/** What is open in the database: texts and runs by state, steps by queue and state, texts in chunks. */
const OPEN = `
  select 'texts ' || state as what, count(*)::int as n from message where direction = 'out' group by state
  union all select 'runs ' || state, count(*)::int from broadcast_run group by state
  union all select 'texts in chunks', coalesce(sum(cardinality(message_ids)), 0)::int from outgoing_chunk
  union all select 'steps ' || name || ' ' || state, count(*)::int from pgboss.job
    where name like 'broadcasts.%' and state in ('created', 'active', 'retry') group by name, state`

/**
 * Prints every 15 seconds what a scenario does and what is open, over its own connection, because the scenario may wait
 * for an answer on its own. Returns how to stop.
 */
export async function showProgress(environment: TestEnvironment, scenario: string): Promise<() => Promise<void>> {
  const startedAt = performance.now()
  const client = new pg.Client({ connectionString: environment.databaseUrl, application_name: 'faults' })
  client.on('error', () => {})
  await client.connect()
  const print = async () => {
    const open = await client.query<{ what: string; n: number }>(OPEN).then(
      ({ rows }) => rows.filter(({ n }) => n > 0).map(({ what, n }) => `${what} ${n}`),
      (error: Error) => [error.message],
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`       ${seconds.padStart(4)} s  ${scenario}: ${environment.step}; ${open.join(', ')}`)
  }
  const timer = setInterval(() => void print(), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await client.end().catch(() => {})
  }
}
