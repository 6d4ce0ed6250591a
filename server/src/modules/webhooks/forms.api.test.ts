import { createForm, publishForm } from '@crewline/contract/forms'
import { createWebhook, webhookData } from '@crewline/contract/webhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { startReceiver, type Receiver } from '../../../test/kit/receiver.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeEgress, type Egress } from '../../kernel/egress/send-outside.ts'
import { personalMark } from '../../kernel/pages/personal.ts'
import { deliverDue } from './deliver.ts'
import { recordDeliveries } from './following.ts'

let t: TestApp
let receiver: Receiver
let egress: Egress
let secret: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  egress = makeEgress({ allowsPrivate: true })
})
beforeEach(async () => {
  receiver = await startReceiver()
  await prove(t, t.acme.ann)
  const body = { url: `${receiver.url}/events`, name: 'HR system', events: ['form.answered' as const] }
  secret = (await t.as(t.acme.ann).call(createWebhook, { body })).body.secret
  return () => receiver.close()
})
afterAll(async () => {
  await egress.close()
  await t.close()
})

/** Publishes a form, answers it as Bob, and returns what the customer's system got. */
async function answered(anonymous: boolean): Promise<string[]> {
  const ann = t.as(t.acme.ann)
  const options = ['Day', 'Night'].map((en) => ({ id: en.toLowerCase(), label: { en } }))
  const questions = [
    { id: 'q1', type: 'choice' as const, label: { en: 'Which shift?' }, options },
    { id: 'q2', type: 'short_text' as const, label: { en: 'Why?' } },
  ]
  const content = { name: 'Shift wish', title: { en: 'Your shift' }, questions, anonymous }
  const { id } = (await ann.call(createForm, { body: content })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  const path = new URL(form.link).pathname
  const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
  const p = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: t.acme.bob.id, until })
  const body = new URLSearchParams({ p, version: '1', 'a.q1': 'night', 'a.q2': 'School' })
  const before = receiver.received.length
  await fetch(`${t.process.address}${path}`, { method: 'POST', body })
  await t.until(async () => {
    await recordDeliveries(t.process.kernel)
    await deliverDue(t.process.kernel, egress)
    return receiver.received.length > before
  })
  return receiver.received.map((event) => event.body)
}

test('an answered form is sent with its questions, its answers and the contact', async () => {
  await answered(false)
  const { type, data } = receiver.verify(receiver.received[0], secret)
  expect(type).toBe('form.answered')
  expect(webhookData['form.answered'].parse(data)).toMatchObject({
    form: { name: 'Shift wish', anonymous: false },
    response: {
      via: 'link',
      answers: [
        { questionId: 'q1', question: 'Which shift?', value: 'night', answer: 'Night' },
        { questionId: 'q2', question: 'Why?', value: 'School', answer: 'School' },
      ],
    },
    contact: { id: t.acme.bob.id },
  })
})

test('an answer to an anonymous form says that the form was answered, and nothing else', async () => {
  const bodies = await answered(true)
  const last = bodies.at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ data: { form: { anonymous: true }, response: null, contact: null } })
  expect(last).not.toContain(t.acme.bob.id)
  expect(last).not.toContain('School')
})
