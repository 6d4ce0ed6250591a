import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { keepFor, purge } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { reconcile } from './reconcile.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('asks the carrier no longer about a message that retention deleted', async () => {
  const { kernel } = t.process
  const db = kernel.database.ofOrg(t.acme.id)
  const contact = await makeContact(kernel, t.acme.id, 'Unclear', '+14155557501')
  const at = daysAgo(t, 500)
  const id = await addOldText(t, contact, { at, state: 'unknown' })
  await sql`
    insert into unknown_outcome (org_id, message_id, line_id, deadline_at, ask_at)
    values (${t.acme.id}, ${id}, ${t.acme.line.id}, ${at}, ${at})`.execute(db)
  await keepFor(t, 'messages', 12)
  await purge(t)
  await reconcile(kernel)
  const { rows } = await sql`select message_id from unknown_outcome`.execute(db)
  expect(rows).toEqual([])
})
