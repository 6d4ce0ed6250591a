import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { LineDrain } from './drain.ts'

let t: TestApp
beforeAll(async () => {
  // Each drain is run here.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('keeps a line after its last text until another sender may send the next one', async () => {
  const { kernel } = t.process
  const db = kernel.database.ofOrg(t.acme.id)
  await sql`update line set texts_per_second = 1 where id = ${t.acme.line.id}`.execute(db)
  const { id } = await makeContact(kernel, t.acme.id, 'Nia', '+14155551201')
  const startedAt = performance.now()
  for (const body of ['First', 'Second', 'Third']) {
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: id, body } })
    // Ends when its queue is empty, as it does between texts that come one by one.
    await new LineDrain(kernel, t.acme.id, t.acme.line.id).run()
  }
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * 1_000)
  expect((await t.carrier.sent()).map(({ body }) => body)).toEqual(['First', 'Second', 'Third'])
})
