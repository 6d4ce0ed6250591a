import { editContact } from '@crewline/contract/contacts'
import { conversation, conversations } from '@crewline/contract/inbox'
import { lines, releaseLine } from '@crewline/contract/lines'
import { sendMessage } from '@crewline/contract/messages'
import { answerAsSample, removeSample, sample, startSample } from '@crewline/contract/sample'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { countHandedOff } from '../usage/counting.ts'

let t: TestApp
/** An organization that just signed up: it has no line. */
let fresh: Org
beforeAll(async () => {
  t = await testApp()
  fresh = await makeOrg(t.process.kernel, 'Fresh', 5)
  await sql`update line set state = 'released', is_default = false where org_id = ${fresh.id}`.execute(system())
})
afterAll(() => t.close())

const dbOf = (orgId: string) => t.process.kernel.database.ofOrg(orgId)
const system = () => t.process.kernel.database.asSystem('tests read every table')
const newId = () => t.process.kernel.world.id()
const ann = () => t.as(fresh.ann)

async function started() {
  const { body } = await ann().call(startSample)
  return body.sample
}

const threadOf = async (contactId: string) =>
  (await ann().call(conversation, { params: { id: contactId } })).body.messages.map(({ direction, body, state }) => ({
    direction,
    body,
    state,
  }))

const stateOf = async (contactId: string, words: string) =>
  (await threadOf(contactId)).find(({ body }) => body === words)?.state

test('a founder without a number texts the sample worker and gets an answer', async () => {
  const { contactId } = await started()
  await ann().call(sendMessage, { body: { contactId, body: 'Can you work Friday?' } })
  await t.until(async () => (await stateOf(contactId, 'Can you work Friday?')) === 'delivered')
  const answered = { clientMessageId: newId(), body: 'Yes I can' }
  expect((await ann().call(answerAsSample, { body: answered })).http).toBe(200)
  expect(await stateOf(contactId, 'Yes I can')).toBe('received')
  await ann().call(answerAsSample, { body: answered })
  expect((await threadOf(contactId)).filter(({ body }) => body === 'Yes I can')).toHaveLength(1)
  expect((await ann().call(sample)).body.sample).toMatchObject({ contactId, sent: 1, received: 1 })
  expect((await ann().call(conversations)).body.data).toMatchObject([{ contact: { id: contactId } }])
})

test('starting it again changes nothing', async () => {
  const before = await started()
  const [first, second] = await Promise.all([started(), started()])
  expect([first?.contactId, second?.contactId]).toEqual([before.contactId, before.contactId])
})

test('it never leaves the process and is not part of the usage', async () => {
  const { contactId } = await started()
  await ann().call(sendMessage, { body: { contactId, body: 'Nobody pays for this' } })
  await t.until(async () => (await stateOf(contactId, 'Nobody pays for this')) === 'delivered')
  expect((await t.carrier.sent()).some(({ body }) => body === 'Nobody pays for this')).toBe(false)
  await followUntilNow(t, 'usage', countHandedOff)
  const used = await sql<{ texts: string }>`select texts from usage_month where org_id = ${fresh.id}`.execute(system())
  expect(used.rows.every(({ texts }) => Number(texts) === 0)).toBe(true)
})

test('it refuses the number of a real contact', async () => {
  await started()
  const real = await makeContact(t.process.kernel, fresh.id, 'Rosa', '+14155556301')
  const refused = await ann().call(sendMessage, { body: { contactId: real.id, body: 'Hello' } })
  expect(refused).toMatchObject({ http: 422, body: { code: 'no_line' } })
})

test('it cannot text a real number even when the sample contact gets one', async () => {
  const org = await makeOrg(t.process.kernel, 'Edited', 6)
  const boss = t.as(org.ann)
  const { contactId } = (await boss.call(startSample)).body.sample
  const { body } = await boss.call(sendMessage, {
    body: { contactId, body: 'Later', scheduledAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await boss.call(editContact, { query: { id: contactId }, body: { phone: '+14155556302' } })
  await sql`update message set due_at = now() where id = ${body.message.id}`.execute(dbOf(org.id))
  await sql`update outgoing_chunk set due_at = now() where id = ${body.message.id}`.execute(dbOf(org.id))
  t.process.kernel.signals.wakeUp('texts')
  const stored = () =>
    sql<{ state: string; code: string }>`
      select state, error_code as code from message where id = ${body.message.id}`.execute(system())
  await t.until(async () => (await stored()).rows[0]?.state === 'failed')
  expect((await stored()).rows[0]?.code).toBe('sample_number')
  expect((await t.carrier.sent()).some((text) => text.body === 'Later')).toBe(false)
})

test('STOP opts the sample worker out and START opts them back in', async () => {
  const { contactId } = await started()
  await ann().call(answerAsSample, { body: { clientMessageId: newId(), body: 'STOP' } })
  const refused = await ann().call(sendMessage, { body: { contactId, body: 'One more' } })
  expect(refused.body.code).toBe('recipient_opted_out')
  await ann().call(answerAsSample, { body: { clientMessageId: newId(), body: 'START' } })
  expect((await ann().call(sendMessage, { body: { contactId, body: 'One more' } })).http).toBe(200)
})

test('it is not a number of the organization', async () => {
  await started()
  expect((await ann().call(lines)).body.lines).toEqual([])
  const org = await makeOrg(t.process.kernel, 'OneLine', 7)
  await t.as(org.ann).call(startSample)
  const { id } = org.line
  expect((await t.as(org.ann).call(releaseLine, { query: { id } })).body.code).toBe('last_line')
  const contact = await makeContact(t.process.kernel, org.id, 'Rita', '+14155556303')
  const { body } = await t.as(org.ann).call(sendMessage, { body: { contactId: contact.id, body: 'From the real one' } })
  expect(body.message.from).toBe(org.line.phone)
})

test('removing it hides the sample worker and refuses further answers', async () => {
  const { contactId } = await started()
  expect((await ann().call(removeSample)).http).toBe(200)
  expect((await ann().call(sample)).body.sample).toBeNull()
  expect((await ann().call(conversations)).body.data).toEqual([])
  expect((await ann().call(answerAsSample, { body: { clientMessageId: newId(), body: 'Hello?' } })).body.code).toBe(
    'not_found',
  )
  expect((await started()).contactId).not.toBe(contactId)
})

test('agents see it and answer, but only owners and admins start or remove it', async () => {
  const { contactId } = await started()
  const agent = t.as(fresh.gus)
  expect((await agent.call(sample)).body.sample?.contactId).toBe(contactId)
  expect((await agent.call(answerAsSample, { body: { clientMessageId: newId(), body: 'From the agent' } })).http).toBe(
    200,
  )
  expect((await agent.call(startSample)).body.code).toBe('not_permitted')
  expect((await agent.call(removeSample)).body.code).toBe('not_permitted')
})
