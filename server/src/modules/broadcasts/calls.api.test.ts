import {
  broadcastOverview,
  createBroadcast,
  deleteBroadcast,
  duplicateBroadcast,
  editBroadcast,
  followUpBroadcast,
  listBroadcasts,
  pageBroadcasts,
  toggleBroadcastArchive,
} from '@crewline/contract/broadcasts'
import { broadcastProgress, skipNextDate, testBroadcast } from '@crewline/contract/launch'
import {
  addNumbers,
  countRecipients,
  listChosen,
  matchNumbers,
  previewBroadcast,
  translateBroadcast,
} from '@crewline/contract/recipients'
import { sendVerificationCode, verifyPhoneCode } from '@crewline/contract/second-step'
import { editSettings, prove } from '@crewline/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../test/kit/cast.ts'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const me = () => t.as(t.acme.ann)

test('lists, pages, edits, copies, archives and deletes drafts', async () => {
  const { id, version } = await draft(t, [t.acme.bob.id], { name: 'Safety talk' })
  const edited = await me().call(editBroadcast, { query: { id }, body: { version, name: 'Safety walk' } })
  expect(edited.body.broadcast).toMatchObject({ name: 'Safety walk', audience: { contactIds: [t.acme.bob.id] } })
  expect((await me().call(editBroadcast, { query: { id }, body: { version, name: 'x' } })).body.code).toBe('outdated')
  const found = await me().call(pageBroadcasts, { query: { searchText: 'safety WALK', status: 'drafts' } })
  expect(found.body.data.map((row) => row.id)).toEqual([id])
  expect((await me().call(listBroadcasts)).body.broadcasts.map((row) => row.id)).toContain(id)
  const { broadcast: copied } = (await me().call(duplicateBroadcast, { params: { id } })).body
  expect(copied).toMatchObject({ name: 'Safety walk', state: 'draft' })
  const toggle = { query: { id: copied.id }, body: {} }
  expect((await me().call(toggleBroadcastArchive, toggle)).body.broadcast.archived).toBe(true)
  expect((await me().call(toggleBroadcastArchive, toggle)).body.broadcast.archived).toBe(false)
  expect((await me().call(deleteBroadcast, { query: { id: copied.id } })).http).toBe(200)
  expect((await me().call(deleteBroadcast, { query: { id: copied.id } })).http).toBe(404)
  const again = { id, name: 'Another', message: { body: 'x' } }
  expect((await me().call(createBroadcast, { body: again })).body.broadcast.name).toBe('Safety walk')
})

test('finds pasted numbers, adds unknown ones, and lists and previews the chosen people', async () => {
  const text = `${t.acme.bob.phone}\n(415) 555-4471; nonsense`
  const matched = (await me().call(matchNumbers, { body: { text } })).body
  expect(matched.contacts.map((contact) => contact.id)).toEqual([t.acme.bob.id])
  expect([matched.unknown, matched.invalid]).toEqual([['+14155554471'], ['nonsense']])
  const added = (await me().call(addNumbers, { body: { numbers: matched.unknown } })).body.contacts
  expect(added.map((contact) => contact.phone)).toEqual(['+14155554471'])
  const audience = { contactIds: [t.acme.bob.id, ...added.map((contact) => contact.id)] }
  const chosen = await me().call(listChosen, { query: {}, body: { audience } })
  expect(chosen.body.data).toHaveLength(2)
  const message = { body: 'Hi {first_name|there}' }
  const previewed = await me().call(previewBroadcast, { query: {}, body: { audience, message } })
  expect(previewed.body.data.map((row) => row.body)).toContain('Hi Bob')
  const body = { body: 'Qwerty is not a phrase.', from: 'en', to: ['es'] }
  expect((await me().call(translateBroadcast, { body })).body.variants[0]?.kind).toBe('refused')
})

test('counts and previews how to answer as part of each text', async () => {
  const audience = { contactIds: [t.acme.bob.id] }
  // With how to answer, which is longer than ten characters, it no longer fits into one segment.
  const message = { body: 'x'.repeat(150) }
  const asked = async (question: { kind?: 'poll' | 'acknowledgement'; poll?: { type: 'yes_no' } }) => {
    const counted = await me().call(countRecipients, { body: { audience, message, ...question } })
    const previewed = await me().call(previewBroadcast, { query: {}, body: { audience, message, ...question } })
    return [counted.body.cost?.texts, previewed.body.data[0]?.segments]
  }
  expect(await asked({})).toEqual([1, 1])
  expect(await asked({ kind: 'poll', poll: { type: 'yes_no' } })).toEqual([2, 2])
  expect(await asked({ kind: 'acknowledgement' })).toEqual([2, 2])
})

test('sends a test only to the verified number of the member, once in each language', async () => {
  const phone = '+14155554490'
  const early = await draft(t, [t.acme.bob.id])
  expect((await me().call(testBroadcast, { params: { id: early.id } })).body.code).toBe('phone_missing')
  const ask = { body: { phone, source: 'settings' as const } }
  expect((await me().call(sendVerificationCode, ask)).http).toBe(200)
  const code = await t.codeTo(phone)
  const { proof } = (await me().call(verifyPhoneCode, { body: { phone, code } })).body
  await me().call(prove, { body: { password: PASSWORD } })
  expect((await me().call(editSettings, { body: { phone, phoneProof: proof } })).http).toBe(200)
  const message = {
    body: 'Hi {first_name|there}, the gate is closed.',
    variants: [{ language: 'es', body: 'La puerta está cerrada.', source: 'author' as const, approved: true }],
  }
  const { id } = await draft(t, [t.acme.bob.id], { message })
  const tested = await me().call(testBroadcast, { params: { id } })
  expect(tested.body).toMatchObject({ sent: 2 })
  await t.drain()
  const bodies = (await t.carrier.sent()).filter((text) => text.to === phone).map((text) => text.body)
  expect(bodies.filter((body) => body.includes('gate is closed') || body.includes('puerta está cerrada'))).toHaveLength(
    2,
  )
})

test('follows up, reports progress, and refuses to skip a date that is not planned', async () => {
  const broadcast = await draft(t, [t.acme.bob.id])
  expect((await me().call(skipNextDate, { params: { id: broadcast.id } })).body.code).toBe('broadcast_not_repeating')
  await launch(t, broadcast)
  await sendOut(t)
  const progress = (await me().call(broadcastProgress, { params: { id: broadcast.id } })).body
  expect(progress.run).toMatchObject({ state: 'sent', counts: { delivered: 1 } })
  const { last, running } = (await me().call(broadcastOverview)).body
  expect([last?.id, last?.counts.delivered, running]).toEqual([broadcast.id, 1, []])
  const next = await me().call(followUpBroadcast, { params: { id: broadcast.id }, body: { who: 'not_replied' } })
  expect(next.body.broadcast).toMatchObject({ state: 'draft', followUpOf: broadcast.id })
})

test('shows members of other organizations nothing of its overview', async () => {
  const { running, pending, next, last } = (await t.as(t.beta.ann).call(broadcastOverview)).body
  expect({ running, pending, next, last }).toEqual({ running: [], pending: [], next: [], last: null })
})
