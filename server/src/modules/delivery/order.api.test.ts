import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Org } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { LANE, queue } from '../messages/index.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

/** Queues a broadcast of so many texts on a slow line. */
const broadcast = async (org: Org, count: number) => {
  const { kernel } = t.process
  const worker = await makeWorker(kernel, org.id, 'Many', `+1415555${org === t.acme ? '7' : '8'}000`)
  await sql`update line set texts_per_second = 4 where id = ${org.line.id}`.execute(kernel.database.ofOrg(org.id))
  await systemScope(kernel, org).tx((tx) =>
    queue(
      tx,
      LANE.broadcast,
      Array.from({ length: count }, (_, n) => ({
        id: tx.world.id(),
        contactId: worker.id,
        lineId: org.line.id,
        from: org.line.phone,
        to: worker.phone,
        body: `To all ${n}`,
        kind: 'broadcast' as const,
        senderId: null,
      })),
    ),
  )
}

test('a reply overtakes a waiting broadcast on the same number, and nobody waits for another organization', async () => {
  await broadcast(t.acme, 400)
  await t.until(async () => (await t.carrier.sent()).some((one) => one.body === 'To all 2'))
  const mine = (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'An answer' } }))
    .body
  const theirs = (await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Not held' } }))
    .body
  const sent = await t.until(async () => {
    const all = (await t.carrier.sent()).map((one) => one.reference)
    return all.includes(mine.message.id) && all.includes(theirs.message.id) && all
  })
  // Of 400 texts that were there before, most are still to come.
  expect(sent.length).toBeLessThan(100)
})
