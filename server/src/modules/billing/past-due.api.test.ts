import { exportOptOuts } from '@crewline/contract/consent'
import { exportContacts } from '@crewline/contract/contact-lists'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,sender', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
})
afterAll(() => t.close())

const setStatus = (status: string) =>
  sql`update organization set status = ${status} where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests block an organization'),
  )
/** Pauses the line of an organization, or lets it send. */
const setLine = (org: Org, state: 'paused' | 'active') =>
  sql`update line set state = ${state} where id = ${org.line.id}`.execute(t.process.kernel.database.ofOrg(org.id))
/** What a carrier took for a phone. */
const onPhone = async (phone: string) =>
  (await t.carrier.sent()).filter(({ to }) => to === phone).map(({ body }) => body)

test('a past-due organization stores what arrives, answers STOP, and shows all of it when it has paid', async () => {
  const { ann, bob } = t.acme
  await t.as(ann).call(sendMessage, { body: { contactId: bob.id, body: 'Hello' } })
  await t.until(async () => (await onPhone(bob.phone)).includes('Hello'))
  await setStatus('past_due')
  await t.carrier.texts(bob.phone, 'Is anyone there?')
  await t.carrier.texts(bob.phone, 'STOP')
  await t.until(async () => (await onPhone(bob.phone)).some((body) => /opted out/i.test(body)))
  expect((await t.as(ann).call(conversation, { params: { id: bob.id }, query: {} })).body.code).toBe('past_due')
  await setStatus('active')
  // The carrier reports texts in any order.
  await t.until(async () => {
    const { body } = await t.as(ann).call(conversation, { params: { id: bob.id }, query: {} })
    return ['Is anyone there?', 'STOP'].every((text) => body.messages.some((message) => message.body === text))
  })
})

test('queued texts of a past-due organization wait', async () => {
  const { ann, dan } = t.acme
  // The line is paused, so that the text is still queued when the block begins.
  await setLine(t.acme, 'paused')
  await t.as(ann).call(sendMessage, { body: { contactId: dan.id, body: 'Later' } })
  await setStatus('past_due')
  await setLine(t.acme, 'active')
  // The sender serves another organization meanwhile, and has looked at this one.
  await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Other' } })
  await t.until(async () => (await onPhone(t.beta.bob.phone)).includes('Other'))
  expect(await onPhone(dan.phone)).not.toContain('Later')
  await setStatus('active')
  await t.until(async () => (await onPhone(dan.phone)).includes('Later'))
})

test('an organization that needs a plan reads and stores everything, answers STOP, and sends nothing else', async () => {
  const { ann, bob, dan } = t.beta
  const setNeed = (needsPlan: boolean) =>
    sql`update organization set need_billing = ${needsPlan} where id = ${t.beta.id}`.execute(
      t.process.kernel.database.asSystem('tests end a trial'),
    )
  const body = { contactId: bob.id, body: 'After the trial' }
  await setLine(t.beta, 'paused')
  await t.as(ann).call(sendMessage, { body: { contactId: bob.id, body: 'Before its end' } })
  await setNeed(true)
  await setLine(t.beta, 'active')
  const refused = await t.as(ann).call(sendMessage, { body })
  expect([refused.http, refused.body]).toMatchObject([422, { code: 'plan_needed' }])
  await t.carrier.texts(dan.phone, 'STOP', t.beta.line.phone)
  await t.until(async () => (await onPhone(dan.phone)).some((text) => /opted out/i.test(text)))
  const { body: thread } = await t.as(ann).call(conversation, { params: { id: dan.id }, query: {} })
  expect(thread.messages.map((message) => message.body)).toContain('STOP')
  expect(await onPhone(bob.phone)).not.toContain('Before its end')
  await setNeed(false)
  expect((await t.as(ann).call(sendMessage, { body })).http).toBe(200)
  await t.until(async () => (await onPhone(bob.phone)).includes('Before its end'))
})

test('only the owner of a past-due organization may take its data along', async () => {
  await setStatus('past_due')
  const admin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ada', lastname: 'Admin', role: 'admin' })
  const take = async (token: string, path: string, body?: string) =>
    (
      await fetch(`${t.process.address}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body } : {}),
      })
    ).status
  for (const [token, expected] of [
    [t.acme.ann.token, 200],
    [admin.token, 401],
    [t.acme.vic.token, 401],
  ] as const) {
    expect(await take(token, exportOptOuts.path)).toBe(expected)
    expect(await take(token, exportContacts.path, '{"selectedAll":true}')).toBe(expected)
  }
  await setStatus('active')
})
