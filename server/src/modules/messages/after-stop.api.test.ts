import { createKeyword } from '@crewline/contract/keywords'
import { setGreeting } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { callHandler } from '../carriers/index.ts'
import { lineById } from '../lines/index.ts'
import { markSubmitting } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // No sender runs: the test itself hands over waiting messages.
  t = await testApp({ roles: 'web' })
  const settings = { awayReply: 'Nobody is here now.', businessHours: {} }
  await sql`update organization set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests change a setting'),
  )
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const sendFromContact = (contact: TestContact, body: string) => t.carrier.texts(contact.phone, body, t.acme.line.phone)
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Eve', `+14155559${String((nth += 1)).padStart(3, '0')}`)
const waiting = async (contact: TestContact) =>
  (
    await sql<{ id: string; body: string; state: string }>`
      select id, body, state from message where contact_id = ${contact.id} and direction = 'out' order by id`.execute(
      db(),
    )
  ).rows
const becomes = async (contact: TestContact) => {
  const scope = systemScope(t.process.kernel, t.acme)
  const ids = (await waiting(contact)).map((message) => message.id)
  await scope.tx((tx) => markSubmitting(tx, ids))
  return (await waiting(contact)).map(({ body, state }) => ({ body, state }))
}
const confirmation = { body: expect.stringContaining('opted out') as string, state: 'submitting' }

test('suppresses a waiting away reply after a STOP and sends the confirmation', async () => {
  const eve = await someone()
  await sendFromContact(eve, 'Who is working?')
  await t.until(async () => (await waiting(eve)).length === 1)
  await sendFromContact(eve, 'STOP')
  await t.until(async () => (await waiting(eve)).length === 2)
  expect(await becomes(eve)).toEqual([{ body: 'Nobody is here now.', state: 'suppressed' }, confirmation])
})

test('suppresses a waiting keyword reply after a STOP', async () => {
  const made = await t
    .as(t.acme.ann)
    .call(createKeyword, { body: { word: 'menu', match: 'only', reply: 'Soup today.' } })
  expect(made.http).toBe(200)
  const eve = await someone()
  await sendFromContact(eve, 'menu')
  await t.until(async () => (await waiting(eve)).length === 1)
  await sendFromContact(eve, 'STOP')
  await t.until(async () => (await waiting(eve)).length === 2)
  expect(await becomes(eve)).toEqual([{ body: 'Soup today.', state: 'suppressed' }, confirmation])
})

test('suppresses a waiting missed-call text after a STOP', async () => {
  const body = { words: '', fileId: null, missedCallText: 'Sorry we missed you.' }
  expect((await t.as(t.acme.ann).call(setGreeting, { body })).http).toBe(200)
  const eve = await someone()
  const line = await lineById(db(), t.process.kernel.encryption, t.acme.line.id)
  await callHandler.get().missed(t.process.kernel, line!, { callId: 'CA-after-stop', from: eve.phone })
  expect(await waiting(eve)).toHaveLength(1)
  await sendFromContact(eve, 'STOP')
  await t.until(async () => (await waiting(eve)).length === 2)
  expect(await becomes(eve)).toEqual([{ body: 'Sorry we missed you.', state: 'suppressed' }, confirmation])
})

test('suppresses the welcome of a START followed by a STOP, and answers HELP after a STOP', async () => {
  const eve = await someone()
  for (const [at, body] of ['STOP', 'START', 'STOP'].entries()) {
    await sendFromContact(eve, body)
    await t.until(async () => (await waiting(eve)).length === at + 1)
  }
  expect(await becomes(eve)).toMatchObject([confirmation, { state: 'suppressed' }, confirmation])
  const dan = await someone()
  await sendFromContact(dan, 'STOP')
  await t.until(async () => (await waiting(dan)).length === 1)
  await sendFromContact(dan, 'HELP')
  await t.until(async () => (await waiting(dan)).length === 2)
  expect(await becomes(dan)).toMatchObject([confirmation, { state: 'submitting' }])
})
