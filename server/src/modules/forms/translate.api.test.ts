import { createForm, publishForm, translateForm } from '@crewline/contract/forms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('texts of a form are translated whole by reviewed phrases, and the rest is left to a member', async () => {
  const texts = ['Thank you.', 'The zebra juggles seven invoices.']
  const { body } = await t.as(t.acme.ann).call(translateForm, { body: { from: 'en', to: 'es', texts } })
  expect(body).toMatchObject({ texts: [expect.stringMatching(/gracias/i), null], isMachine: false })
})

test('a form is published only after a member approved what a machine translated', async () => {
  const ann = t.as(t.acme.ann)
  const both = (text: string) => ({ en: text, es: text })
  const content = {
    name: 'Swap',
    title: both('Swap'),
    languages: ['en' as const, 'es' as const],
    questions: [{ id: 'q1', type: 'short_text' as const, label: both('Which?') }],
  }
  const publish = async (machineLanguages: ('es' | 'fr')[]) => {
    const { id } = (await ann.call(createForm, { body: { ...content, machineLanguages } })).body.form
    return ann.call(publishForm, { params: { id }, body: { version: 1 } })
  }
  expect((await publish(['es'])).body).toMatchObject({
    code: 'form_incomplete',
    fieldErrors: { languages: expect.stringContaining('approve') },
  })
  // A language that the form no longer has needs nothing.
  expect((await publish(['fr'])).http).toBe(200)
})
