import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { LANE, queue } from '../messages/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Queues a broadcast of `count` messages on a slow line. */
const broadcast = async (org: Org, count: number) => {
  const { kernel } = t.process
  const contact = await makeContact(kernel, org.id, 'Many', `+1415555${org === t.acme ? '7' : '8'}000`)
  await sql`update line set texts_per_second = 4 where id = ${org.line.id}`.execute(kernel.database.ofOrg(org.id))
  await systemScope(kernel, org).tx((tx) =>
    queue(
      tx,
      LANE.broadcast,
      Array.from({ length: count }, (_, n) => ({
        id: tx.world.id(),
        contactId: contact.id,
        lineId: org.line.id,
        from: org.line.phone,
        to: contact.phone,
        body: `To all ${n}`,
        kind: 'broadcast' as const,
        senderId: null,
      })),
    ),
  )
}

test('sends a reply before a queued broadcast on the same number, and does not delay other organizations', async () => {
  await broadcast(t.acme, 400)
  await t.until(async () => (await t.carrier.sent()).some((message) => message.body === 'To all 2'))
  const mine = (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'An answer' } }))
    .body
  const theirs = (await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Not held' } }))
    .body
  const sent = await t.until(async () => {
    const all = (await t.carrier.sent()).map((message) => message.reference)
    return all.includes(mine.message.id) && all.includes(theirs.message.id) && all
  })
  // Most of the 400 messages queued before are still to be sent.
  expect(sent.length).toBeLessThan(100)
})
