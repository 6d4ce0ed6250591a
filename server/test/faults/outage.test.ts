import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeScope } from '../../src/kernel/scope.ts'
import { LANE, queue } from '../../src/modules/messages/index.ts'
import { makeContact, type TestContact } from '../kit/cast.ts'
import { testApp } from '../kit/test-app.ts'

test('probes a failing carrier with a few texts and sends the rest when it is back', async () => {
  const t = await testApp()
  const { acme } = t
  const { kernel } = t.process
  const contacts: TestContact[] = []
  for (let n = 0; n < 300; n++) contacts.push(await makeContact(kernel, acme.id, 'Worker', `+1312555${2000 + n}`))
  await t.carrier.behaves({ mode: 'outage' })
  const org = { id: acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'test' }, 'test')
  await scope.tx((tx) =>
    queue(
      tx,
      LANE.broadcast,
      contacts.map((contact) => ({
        id: kernel.world.id(),
        contactId: contact.id,
        lineId: acme.line.id,
        from: acme.line.phone,
        to: contact.phone,
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
  // Afterward a text now and then still probes the carrier.
  const probed = await t.until(async () => {
    const [unknown, queued] = [await count('unknown'), await count('queued')]
    return unknown >= 5 && unknown + queued === 300 && { unknown, queued }
  })
  // Those in flight at the same time, and those sent before the fifth unclear response was read.
  expect(probed.unknown).toBeLessThanOrEqual(64 + 5)
  expect(probed.queued).toBeGreaterThanOrEqual(300 - 64 - 5)
  await t.carrier.behaves({ mode: 'ok' })
  await t.until(async () => (await count('queued')) + (await count('submitting')) === 0)
  // The carrier is asked about texts of unknown outcome, and those it never got are sent.
  await t.until(async () => (await t.carrier.sent()).length + (await count('unknown')) === 300)
  await t.close()
})
