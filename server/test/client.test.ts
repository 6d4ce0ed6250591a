import { createWebhook } from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { welcome } from '../../client/examples/welcome.ts'
import { makeClient, verifyWebhook, type CrewlineClient } from '../../client/src/crewline.ts'
import { makeEgress } from '../src/kernel/egress/send-outside.ts'
import { deliverDue } from '../src/modules/webhooks/deliver.ts'
import { recordDeliveries } from '../src/modules/webhooks/following.ts'
import { issueKey, prove } from './kit/api-keys.ts'
import { startReceiver } from './kit/receiver.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
let client: CrewlineClient
let apiKey: string
beforeAll(async () => {
  t = await testApp()
  apiKey = (await issueKey(t, ['contacts.read', 'contacts.edit', 'inbox.read', 'inbox.reply', 'team.read'])).token
  client = makeClient({ address: t.process.address, apiKey })
})
afterAll(() => t.close())

test('the example of the client adds a worker and texts them', async () => {
  await welcome(client, '+14155550142')
  await t.drain()
  expect((await t.carrier.onPhone('+14155550142')).map(({ body }) => body)).toContain('Welcome to the crew, Sam!')
})

test('the client goes through every page of a list', async () => {
  const names: string[] = []
  for await (const member of client.pages('team', { query: { pageSize: 1 } })) names.push(member.firstname)
  expect(names.sort()).toEqual(['Ann', 'Gus', 'Vic'])
})

test('the client throws refusals with their code, text and fields', async () => {
  const missing = client.call('readContact', { query: { id: t.beta.bob.id } })
  await expect(missing).rejects.toMatchObject({ http: 404, code: 'not_found', requestId: expect.any(String) })
  const odd = client.call('createContact', { body: { firstname: 'x'.repeat(61) } })
  await expect(odd).rejects.toMatchObject({
    http: 400,
    code: 'invalid',
    fieldErrors: { firstname: expect.any(String) },
  })
  const refused = makeClient({ address: t.process.address, apiKey: 'crewline_wrong' }).call('tags', {})
  await expect(refused).rejects.toMatchObject({ http: 403, code: 'session_invalid' })
})

test('a response that is lost on the way is asked for again, without a second effect', async () => {
  let lost = 0
  const unlucky = makeClient({
    address: t.process.address,
    apiKey,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (lost > 0) return response
      lost += 1
      throw new TypeError('the connection was lost')
    },
  })
  const { contact } = await unlucky.call('createContact', { body: { firstname: 'Only', lastname: 'Once' } })
  const stored = await sql<{ id: string }>`select id from contact where firstname = 'Only'`.execute(
    t.process.kernel.database.asSystem('the test counts contacts'),
  )
  expect({ lost, stored: stored.rows }).toEqual({ lost: 1, stored: [{ id: contact.id }] })
})

test('the client verifies a webhook and refuses a forged one', async () => {
  const receiver = await startReceiver()
  const egress = makeEgress({ allowsPrivate: true })
  const isAboutBob = ({ body }: { body: string }) => body.includes(t.acme.bob.id)
  try {
    const body = { url: receiver.url, events: ['contact.changed' as const] }
    await prove(t, t.acme.ann)
    const { secret } = (await t.as(t.acme.ann).call(createWebhook, { body })).body
    await client.call('editContact', { query: { id: t.acme.bob.id }, body: { department: 'Docks' } })
    await t.until(async () => {
      await recordDeliveries(t.process.kernel)
      await deliverDue(t.process.kernel, egress)
      return receiver.received.some(isAboutBob)
    })
    const sent = receiver.received.find(isAboutBob)!
    const event = await verifyWebhook(sent.body, sent.headers, secret)
    expect(event.type === 'contact.changed' && event.data.contact.id).toBe(t.acme.bob.id)
    await expect(verifyWebhook(`${sent.body} `, sent.headers, secret)).rejects.toThrow('The signature is wrong.')
    const old = { ...sent.headers, 'webhook-timestamp': '1700000000' }
    await expect(verifyWebhook(sent.body, old, secret)).rejects.toThrow('too old')
  } finally {
    await egress.close()
    await receiver.close()
  }
})
