import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeScope } from '../../src/kernel/scope.ts'
import { LANE, queue } from '../../src/modules/messages/index.ts'
import { makeWorker, type Worker } from '../kit/cast.ts'
import { house } from '../kit/house.ts'

test('a carrier in trouble is asked with a few texts, not with all that wait; they go when it is back', async () => {
  const t = await house()
  const { acme } = t
  const { kernel } = t.process
  const workers: Worker[] = []
  for (let n = 0; n < 300; n++) workers.push(await makeWorker(kernel, acme.id, 'Worker', `+1312555${2000 + n}`))
  await t.carrier.behaves({ mode: 'outage' })
  const org = { id: acme.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'test' }, 'test')
  await scope.tx((tx) =>
    queue(
      tx,
      LANE.broadcast,
      workers.map((worker) => ({
        id: kernel.world.id(),
        contactId: worker.id,
        lineId: acme.line.id,
        from: acme.line.phone,
        to: worker.phone,
        body: 'Hello',
        kind: 'broadcast' as const,
        senderId: null,
      })),
    ),
  )
  const count = async (state: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from message where state = ${state}`.execute(scope.db)
    return rows[0]?.n ?? 0
  }
  await t.until(async () => (await count('unknown')) >= 5 && (await count('submitting')) === 0)
  // Those in flight together, and those that followed before the fifth unclear answer was read.
  expect(await count('unknown')).toBeLessThanOrEqual(64 + 5)
  expect(await count('queued')).toBeGreaterThanOrEqual(300 - 64 - 5)
  await t.carrier.behaves({ mode: 'ok' })
  await t.until(async () => (await count('queued')) + (await count('submitting')) === 0)
  expect(await t.carrier.sent()).toHaveLength(300 - (await count('unknown')))
  await t.close()
})
