import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Looks ten times a second for the query that has waited longest for a lock. */
export async function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url })
  // The database ends first when the trial fails.
  client.on('error', () => {})
  await client.connect()
  let longest = 0
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      const { rows } = await client.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::int as ms
         from pg_locks where not granted and locktype <> 'advisory'`,
      )
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await pause(100)
    }
  })()
  return {
    stop: async () => {
      isOn = false
      await watching
      await client.end()
      return longest
    },
  }
}
