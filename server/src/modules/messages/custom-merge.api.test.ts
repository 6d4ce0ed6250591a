import { createCustomField } from '@crewline/contract/fields'
import { createKeyword } from '@crewline/contract/keywords'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const { ann, bob } = t.acme
  const add = async (body: { name: string; type: 'text' | 'select'; fallback?: string; sensitive?: boolean }) => {
    const options = body.type === 'select' ? [{ id: 'n', label: 'Night' }] : []
    const answer = await t.as(ann).call(createCustomField, { body: { ...body, options } })
    expect(answer.http).toBe(200)
  }
  await add({ name: 'Shift', type: 'select', fallback: 'your shift' })
  await add({ name: 'Dock', type: 'text' })
  await add({ name: 'Doctor', type: 'text', sensitive: true, fallback: 'your doctor' })
  await sql`update contact set custom = '{"shift": "n", "doctor": "Dr. Who"}' where id = ${bob.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
})
afterAll(() => t.close())

const send = (contactId: string, body: string) => t.as(t.acme.ann).call(sendMessage, { body: { contactId, body } })

test('fills custom fields for the contact, or their fallback text', async () => {
  const { bob, cat } = t.acme
  expect((await send(bob.id, 'Hi {first_name}: {shift} at {dock|the gate}')).http).toBe(200)
  expect((await send(cat.id, 'See {shift}, {shift|the plan}')).http).toBe(200)
  await t.drain()
  const texts = await t.carrier.sent()
  expect(texts.map((message) => message.body)).toEqual(
    expect.arrayContaining([`Hi ${bob.firstname}: Night at the gate`, 'See your shift, the plan']),
  )
})

test('refuses empty and sensitive fields, and leaves unknown field names unchanged', async () => {
  const { bob } = t.acme
  const refused = await send(bob.id, '{dock} {doctor} {gone}')
  expect(refused).toMatchObject({
    http: 422,
    body: { code: 'merge_missing', fieldErrors: { body: 'Empty for this contact: {dock}, {doctor}.' } },
  })
})

test('fills custom fields in automatic replies and omits empty ones', async () => {
  const { ann, cat, line } = t.acme
  await t.as(ann).call(createKeyword, {
    body: { word: 'MAP', match: 'only', reply: 'Go to {dock} for {shift}.' },
  })
  await t.carrier.texts(cat.phone, 'map', line.phone)
  await t.until(async () => (await t.carrier.sent()).some((message) => message.body.includes('Go to for your shift.')))
})
