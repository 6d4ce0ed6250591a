// How benchmarks send broadcasts: through the API, as members do.
import { sendHttpRequest } from '../server/test/kit/ask.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'

/** Returns how a member posts to the calls of broadcasts. */
export function poster({ address, org }: TestEnvironment, token = org.ann.token) {
  return async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { http, text } = await sendHttpRequest(`${address}/api/broadcast${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (http !== 200) throw new Error(`POST /broadcast${path} answered ${http}: ${text}`)
    return JSON.parse(text) as { broadcast: { id: string; version: number } }
  }
}

/** Creates and launches a broadcast to everyone whose countdown is over at once; returns the id of its run. */
export async function launchToEveryone(
  environment: TestEnvironment,
  { body, lineId, people }: { body: string; lineId?: string; people: number },
): Promise<string> {
  const { sql } = environment
  const post = poster(environment)
  const options = { quietHours: 'send' as const, quietReason: 'A benchmark', ...(lineId ? { lineId } : {}) }
  const draft = { name: 'Benchmark', audience: { everyone: true }, options, message: { body } }
  const { broadcast } = await post('', draft)
  await post(`/${broadcast.id}/launch`, { version: broadcast.version, expectedRecipients: 2 * people })
  const { rows } = await sql.query<{ id: string }>(
    "update broadcast_run set starts_at = now() - interval '1 minute' where broadcast_id = $1 and state = 'waiting' returning id",
    [broadcast.id],
  )
  if (!rows[0]) throw new Error('the broadcast has no run that waits')
  return rows[0].id
}

/** Waits until a query returns a row whose `is` is true; rejects after the time limit. */
export async function untilTrue(
  { sql }: TestEnvironment,
  { query, values = [], withinMs }: { query: string; values?: unknown[]; withinMs: number },
): Promise<void> {
  const end = performance.now() + withinMs
  for (;;) {
    const { rows } = await sql.query<{ is: boolean }>(query, values)
    if (rows[0]?.is) return
    if (performance.now() > end) throw new Error(`not reached within ${withinMs / 1000} s: ${query}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
