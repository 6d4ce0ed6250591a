import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import { duplicateBroadcast, editBroadcast } from '@crewline/contract/broadcasts'
import { translateBroadcast } from '@crewline/contract/recipients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, launch } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const me = () => t.as(t.acme.ann)
const BODY = 'The plant is closed today.'

async function reviewed(): Promise<string> {
  const { body } = await me().call(translateBroadcast, { body: { body: BODY, from: 'en', to: ['es'] } })
  expect(body.variants[0]?.kind).toBe('reviewed')
  return body.variants[0]?.body ?? ''
}

const draftWith = (variant: Omit<BroadcastVariant, 'language'>) =>
  draft(t, [t.acme.bob.id], { message: { body: BODY, variants: [{ language: 'es', ...variant }] } })

test('records the reviewed phrases that a text in another language is made of, and keeps them with the text', async () => {
  const spanish = await reviewed()
  const saved = await draftWith({ body: spanish, source: 'author', approved: false })
  const expected = { body: spanish, source: 'reviewed', approved: true, phrases: [{ revision: expect.any(Number) }] }
  expect(saved.message.variants).toMatchObject([expected])
  // The original changes, the text does not.
  const message = { ...saved.message, body: 'The plant is closed.' }
  const edited = (await me().call(editBroadcast, { query: { id: saved.id }, body: { message } })).body.broadcast
  expect(edited.message.variants).toEqual(saved.message.variants)
  const own = [{ language: 'es', body: `${spanish} Gracias.`, source: 'author' as const, approved: true }]
  const changed = await me().call(editBroadcast, {
    query: { id: saved.id },
    body: { message: { ...message, variants: own } },
  })
  expect(changed.body.broadcast.message.variants).toEqual(own)
})

test('sends no text that is said to be reviewed and is not, before a member approved it', async () => {
  const claimed = { source: 'reviewed' as const, approved: true, phrases: [{ id: 'plant-closed', revision: 1 }] }
  const saved = await draftWith({ body: 'La planta abre hoy.', ...claimed })
  expect(saved.message.variants).toEqual([
    { language: 'es', body: 'La planta abre hoy.', source: 'machine', approved: false },
  ])
  expect(await launch(t, saved)).toMatchObject({ http: 422, body: { code: 'broadcast_unapproved_translation' } })
})

test('looks again at the texts of a duplicate', async () => {
  const saved = await draftWith({ body: await reviewed(), source: 'reviewed', approved: true })
  const { body } = await me().call(duplicateBroadcast, { params: { id: saved.id } })
  expect(body.broadcast.message.variants).toEqual(saved.message.variants)
})
