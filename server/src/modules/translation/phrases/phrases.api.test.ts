import { editContact } from '@crewline/contract/contacts'
import { auditEntries } from '@crewline/contract/audit'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import {
  createPhrase,
  editPhrase,
  organizationPhrases,
  removePhrase,
  restorePhrase,
  reviewPhrase,
  type Phrase,
} from '@crewline/contract/organization-phrases'
import { previewTranslation, translationStatus } from '@crewline/contract/translation'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser, type TestUser } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { crons } from '../jobs.ts'

let t: TestApp
/** A manager, who may write and review phrases. */
let mia: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  mia = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Mia', lastname: 'Reyes', role: 'manager' })
  await t.as(t.acme.ann).call(editContact, { query: { id: t.acme.bob.id }, body: { language: 'es' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  const system = t.process.kernel.database.asSystem('tests start without phrases')
  await sql`delete from phrase`.execute(system)
})

type Texts = Parameters<typeof add>[0]
const add = async (
  texts: Partial<Record<'en' | 'es' | 'fr' | 'vi' | 'zh', string>>,
  isSafety = false,
): Promise<Phrase> => (await t.as(t.acme.ann).call(createPhrase, { body: { texts, isSafety } })).body.phrase
const textOf = (phrase: Phrase, language: string) => phrase.texts.find((text) => text.language === language)
const review = (phrase: Phrase, language: 'en' | 'es' | 'vi', user = t.acme.ann, isRight = true) =>
  t.as(user).call(reviewPhrase, {
    params: { id: phrase.id },
    body: { language, revision: textOf(phrase, language)?.revision ?? 0, isRight },
  })
const preview = async (text: string, to = 'es') =>
  (await t.as(t.acme.gus).call(previewTranslation, { body: { text, to } })).body
async function reviewed(texts: Texts, isSafety = false): Promise<Phrase> {
  const phrase = await add(texts, isSafety)
  await review(phrase, 'en', mia)
  return (await review(phrase, 'es', mia)).body.phrase
}
const list = async (query: Record<string, unknown> = {}, user = t.acme.ann) =>
  (await t.as(user).call(organizationPhrases, { query })).body

test('offers a language once its text is reviewed, and records who reviewed it and when', async () => {
  const phrase = await add({ en: 'The forklift is at dock {code}.', es: 'El montacargas está en el muelle {code}.' })
  expect(phrase.texts.map(({ language, review: by, revision }) => [language, by, revision])).toEqual([
    ['en', null, 1],
    ['es', null, 1],
  ])
  expect(textOf(phrase, 'en')).toMatchObject({ writtenBy: 'Ann Acme', isOwn: true })
  await review(phrase, 'en', mia)
  expect(await preview('the forklift is at dock 12')).toMatchObject({ kind: 'refused' })
  const { phrase: after } = (await review(phrase, 'es', mia)).body
  expect(textOf(after, 'es')?.review).toEqual({ by: 'Mia Reyes', at: expect.stringMatching(/^20\d\d-/) })
  expect(await preview('the forklift is at dock 12')).toMatchObject({
    kind: 'reviewed',
    text: 'El montacargas está en el muelle 12.',
  })
  await review(after, 'es', mia, false)
  expect(await preview('the forklift is at dock 12')).toMatchObject({ kind: 'refused' })
})

test('does not offer a changed text until it is reviewed again, and keeps the reviews of the other languages', async () => {
  const phrase = await reviewed({ en: 'Clock in at the kiosk.', es: 'Marquen en el quiosco.' })
  const params = { id: phrase.id }
  const { phrase: changed } = (
    await t.as(t.acme.ann).call(editPhrase, { params, body: { texts: { es: 'Registren su entrada en el quiosco.' } } })
  ).body
  expect(textOf(changed, 'es')).toMatchObject({ revision: 2, review: null })
  expect(textOf(changed, 'en')?.review?.by).toBe('Mia Reyes')
  expect((await preview('Clock in at the kiosk')).kind).toBe('refused')
  // Who read the earlier text cannot confirm the new one.
  const late = await review(phrase, 'es', mia)
  expect([late.http, late.body.code]).toEqual([409, 'phrase_changed'])
  await review(changed, 'es', mia)
  expect((await preview('Clock in at the kiosk')).text).toBe('Registren su entrada en el quiosco.')
  // A language that is removed and written again goes on counting.
  await t.as(t.acme.ann).call(editPhrase, { params, body: { texts: { es: '' } } })
  const again = await t.as(t.acme.ann).call(editPhrase, { params, body: { texts: { es: 'Marquen en el quiosco.' } } })
  expect(textOf(again.body.phrase, 'es')).toMatchObject({ revision: 4, review: null })
})

test('a text about safety is confirmed by another teammate than its writer', async () => {
  const phrase = await add({ en: 'Leave through door {code} now.', es: 'Salgan ahora por la puerta {code}.' }, true)
  const own = await review(phrase, 'es')
  expect([own.http, own.body.code]).toEqual([422, 'phrase_own_text'])
  expect((await review(phrase, 'es', mia)).http).toBe(200)
  // A phrase that becomes one about safety loses the reviews of its writers.
  const other = await add({ en: 'The dryer is hot.', es: 'La secadora está caliente.' })
  await review(other, 'es')
  await review(other, 'en', mia)
  const { body } = await t.as(t.acme.ann).call(editPhrase, { params: { id: other.id }, body: { isSafety: true } })
  expect([textOf(body.phrase, 'es')?.review, textOf(body.phrase, 'en')?.review?.by]).toEqual([null, 'Mia Reyes'])
})

test('sends its own phrase before the built-in one, and records which phrase and revision were sent', async () => {
  expect((await preview('See you tomorrow')).text).toBe('Nos vemos mañana.')
  const phrase = await reviewed({ en: 'See you tomorrow.', es: 'Hasta mañana, equipo.' })
  expect((await preview('See you tomorrow')).text).toBe('Hasta mañana, equipo.')
  const { body } = await t.as(t.acme.ann).call(sendMessage, {
    body: {
      contactId: t.acme.bob.id,
      body: 'See you tomorrow',
      translation: { text: 'Hasta mañana, equipo.', to: 'es' },
    },
  })
  expect(body.message).toMatchObject({
    body: 'Hasta mañana, equipo.',
    translation: { kind: 'reviewed', phrases: [{ id: phrase.id, revision: 1 }] },
  })
  // The same for what contacts write.
  await t.carrier.texts(t.acme.bob.phone, 'Hasta mañana equipo', t.acme.line.phone)
  const thread = async () =>
    (await t.as(t.acme.ann).call(conversation, { params: { id: t.acme.bob.id } })).body.messages
  const received = await t.until(async () => (await thread()).find((message) => message.direction === 'in'))
  expect(received.translation).toMatchObject({ text: 'See you tomorrow.', phrases: [{ id: phrase.id, revision: 1 }] })
  // In another organization nothing changed.
  const elsewhere = await t.as(t.beta.ann).call(previewTranslation, { body: { text: 'See you tomorrow', to: 'es' } })
  expect(elsewhere.body.text).toBe('Nos vemos mañana.')
})

test('removes a phrase at once, restores it with its reviews, and deletes it after 30 days', async () => {
  const phrase = await reviewed({ en: 'The break room is closed.', es: 'El comedor está cerrado.' })
  const params = { id: phrase.id }
  const { phrases } = (await t.as(t.acme.gus).call(translationStatus, {})).body
  await t.as(t.acme.ann).call(removePhrase, { params })
  expect((await t.as(t.acme.gus).call(translationStatus, {})).body.phrases).toBe(phrases - 1)
  expect((await preview('The break room is closed')).kind).toBe('refused')
  expect((await list()).data).toEqual([])
  expect((await list({ show: 'removed' })).data.map(({ id }) => id)).toEqual([phrase.id])
  expect((await t.as(t.acme.ann).call(editPhrase, { params, body: { isSafety: true } })).http).toBe(404)
  expect((await t.as(t.acme.ann).call(restorePhrase, { params })).http).toBe(200)
  expect((await preview('The break room is closed')).text).toBe('El comedor está cerrado.')
  await t.as(t.acme.ann).call(removePhrase, { params })
  // What says the same was written meanwhile.
  const other = await add({ en: 'the break room is CLOSED' })
  const blocked = await t.as(t.acme.ann).call(restorePhrase, { params })
  expect([blocked.http, blocked.body.code]).toEqual([422, 'cannot_restore'])
  await t.as(t.acme.ann).call(removePhrase, { params: { id: other.id } })
  const system = t.process.kernel.database.asSystem('tests look at what is left')
  await sql`update phrase set removed_at = removed_at - interval '31 days' where id = ${phrase.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect((await t.as(t.acme.ann).call(restorePhrase, { params })).http).toBe(404)
  await crons[0]?.run(t.process.kernel)
  const left = await sql<{ id: string }>`select id from phrase`.execute(system)
  expect(left.rows.map(({ id }) => id)).toEqual([other.id])
})

test.each<[string, Texts, string, RegExp]>([
  [
    'other slots',
    { en: 'Be at dock {code} at {time}.', es: 'Estén en el muelle {code}.' },
    'es',
    /same slots as in English/,
  ],
  ['other numbers', { en: 'Use Gate 4.', es: 'Usen la puerta 14.' }, 'es', /same numbers as in English/],
  ['a statement', { en: 'Did you clock in?', es: 'Marcaste tu entrada.' }, 'es', /question mark/],
  ['two sentences', { en: 'Use Gate 4. Bring your badge.' }, 'en', /more than one sentence/],
  ['an unknown slot', { en: 'Call {first_name} today.' }, 'en', /Write slots exactly like these: \{time\}/],
  ['slots side by side', { en: 'Use {code} {number} today.' }, 'en', /Put a word between/],
  ['a slot and AM', { en: 'Start at {time} AM today.' }, 'en', /no AM or PM/],
  ['no words', { en: '{time}!' }, 'en', /sentence with words/],
])('refuses %s', async (_what, texts, language, words) => {
  const { http, body } = await t.as(t.acme.ann).call(createPhrase, { body: { texts } })
  expect(http).toBe(400)
  expect(body.fieldErrors).toEqual({ [`texts.${language}`]: expect.stringMatching(words) })
})

test('refuses a phrase without any text, and one that another phrase says already', async () => {
  expect((await t.as(t.acme.ann).call(createPhrase, { body: { texts: {} } })).http).toBe(400)
  await add({ en: "I'm at the dock." })
  const same = await t.as(t.acme.ann).call(createPhrase, { body: { texts: { en: 'im at the dock' } } })
  expect([same.http, same.body.code]).toEqual([409, 'name_taken'])
  expect(same.body.fieldErrors).toEqual({ 'texts.en': "Another phrase says this: “I'm at the dock.”" })
})

test('lists its phrases and the built-in ones, by search, by language and by what waits for a review', async () => {
  await add({ en: 'The press is loud.', vi: 'Máy ép rất ồn.' })
  await reviewed({ en: 'Straps go on shelf {code}.', es: 'Las correas van en el estante {code}.' })
  const all = await list()
  expect([all.total, all.own]).toEqual([2, 2])
  expect(all.waiting).toEqual([
    { language: 'en', texts: 1 },
    { language: 'vi', texts: 1 },
  ])
  expect((await list({ show: 'to_review', language: 'vi' })).total).toBe(1)
  expect((await list({ show: 'to_review', language: 'es' })).total).toBe(0)
  expect((await list({ search: 'MAY EP' })).total).toBe(1)
  expect((await list({ pageSize: 1, page: 2 })).data).toHaveLength(1)
  const shipped = await list({ source: 'built_in', search: 'evacuate now' })
  expect(shipped.data[0]).toMatchObject({ id: 'evacuate_now', isBuiltIn: true, isSafety: true })
  expect(textOf(shipped.data[0] as Phrase, 'ar')?.review).toBeNull()
})

test('belong to one organization, and only who may manage or review them changes them', async () => {
  const phrase = await add({ en: 'The press is loud.', es: 'La prensa hace ruido.' })
  const params = { id: phrase.id }
  expect((await list({}, t.beta.ann)).total).toBe(0)
  expect((await t.as(t.beta.ann).call(editPhrase, { params, body: { isSafety: true } })).http).toBe(404)
  expect((await t.as(t.beta.ann).call(removePhrase, { params })).http).toBe(404)
  expect((await review(phrase, 'es', t.beta.ann)).http).toBe(404)
  const refused = await Promise.all([
    t.as(t.acme.gus).call(editPhrase, { params, body: { isSafety: true } }),
    t.as(t.acme.gus).call(removePhrase, { params }),
    review(phrase, 'es', t.acme.gus),
  ])
  expect(refused.map(({ body }) => body.code)).toEqual(['not_permitted', 'not_permitted', 'not_permitted'])
  expect((await list({}, t.acme.gus)).total).toBe(1)
})

test('the audit log says what changed in a phrase, from what to what, and who reviewed it', async () => {
  const phrase = await reviewed({ en: 'The press is loud.', es: 'La prensa hace ruido.' })
  const params = { id: phrase.id }
  await t.as(t.acme.ann).call(editPhrase, { params, body: { texts: { es: 'La prensa hace mucho ruido.' } } })
  const { body } = await t.as(t.acme.ann).call(auditEntries, { query: { objectId: phrase.id } })
  expect(body.data.map(({ summary }) => summary)).toEqual([
    'Phrase changed',
    'Translation of a phrase reviewed',
    'Translation of a phrase reviewed',
    'Phrase added',
  ])
  expect(body.data[0]?.changes).toEqual([
    { field: 'es', before: 'La prensa hace ruido.', after: 'La prensa hace mucho ruido.' },
  ])
  expect(body.data[1]?.changes).toEqual([{ field: 'reviewedBy', before: null, after: 'Mia Reyes' }])
})

test('compares texts in the language of the team', async () => {
  const { settings } = (await t.as(t.acme.ann).call(organizationSettings)).body
  const speak = (language: string) =>
    t.as(t.acme.ann).call(editOrganization, {
      body: { settings: { translation: { ...settings.translation, language } } },
    })
  await speak('es')
  const { body } = await t
    .as(t.acme.ann)
    .call(createPhrase, { body: { texts: { en: 'Use Gate 4.', es: 'Usen la puerta 14.' } } })
  expect(body.fieldErrors).toEqual({ 'texts.en': 'Use the same numbers as in Español.' })
  await speak('en')
})
