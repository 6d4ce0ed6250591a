import type { IncomingMessage, MessageChanged as Changed } from '@crewline/contract/events'
import { editContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import type { Message } from '@crewline/contract/messages'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import {
  previewTranslation,
  reportTranslation,
  translateMessage,
  translationStatus,
} from '@crewline/contract/translation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { noteArrivals, translateDue } from './translating.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(editContact, { query: { id: t.acme.bob.id }, body: { language: 'es' } })
})
afterAll(() => t.close())

const thread = async (contactId: string): Promise<Message[]> =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contactId } })).body.messages
const lastPreview = async (contactId: string) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contactId } })).body.conversation.lastMessage?.preview
async function text(from: { id: string; phone: string }, body: string): Promise<Message> {
  await t.carrier.texts(from.phone, body, t.acme.line.phone)
  return t.until(async () => (await thread(from.id)).find((message) => message.body === body))
}
/** Translates what every event so far asks for. */
async function translateAll(): Promise<void> {
  const { kernel } = t.process
  await followUntilNow(t, 'translation', noteArrivals)
  while (await translateDue(kernel));
}
async function inbound(isOn: boolean): Promise<void> {
  const { settings } = (await t.as(t.acme.ann).call(organizationSettings)).body
  await t.as(t.acme.ann).call(editOrganization, {
    body: { settings: { translation: { ...settings.translation, inbound: isOn } } },
  })
}

test('stores the translation next to the original and notifies members who are looking', async () => {
  const client = await t.connectClient(t.acme.gus)
  // The language of Cat is not recorded, so the translation takes a second pass.
  const { id } = await text(t.acme.cat, 'Hola. Mañana no puedo ir. Estoy enfermo.')
  const result = await t.until(async () => {
    await translateAll()
    return (await thread(t.acme.cat.id)).find((message) => message.id === id && message.translation !== null)
  })
  expect(result).toMatchObject({
    body: 'Hola. Mañana no puedo ir. Estoy enfermo.',
    translation: {
      text: "Hello. I can't come tomorrow. I'm sick.",
      from: 'es',
      to: 'en',
      provider: 'phrases',
      kind: 'reviewed',
    },
  })
  const event = await client.next<Changed>('message-changed', (change) => change.message.id === id)
  expect(event.message.translation).toMatchObject({ to: 'en' })
  // Lists show the translation.
  expect(await lastPreview(t.acme.cat.id)).toBe("Hello. I can't come tomorrow. I'm sick.")
})

test('translates a message made of reviewed phrases in the event that reports it', async () => {
  const body = '¿Puedo cambiar mi turno?'
  const client = await t.connectClient(t.acme.gus)
  await t.carrier.texts(t.acme.bob.phone, body, t.acme.line.phone)
  const received = await client.next<IncomingMessage>('message', (message) => message.body === body)
  const translation = { text: 'Can I swap my shift?', from: 'es', to: 'en', provider: 'phrases', kind: 'reviewed' }
  expect(received).toMatchObject({ translation, message: { body, translation } })
  expect(await lastPreview(t.acme.bob.id)).toBe('Can I swap my shift?')
  await inbound(false)
  await t.carrier.texts(t.acme.bob.phone, 'Estoy enfermo.', t.acme.line.phone)
  const unwanted = await client.next<IncomingMessage>('message', (message) => message.body === 'Estoy enfermo.')
  expect(unwanted.message.translation).toBeNull()
  await inbound(true)
})

test('says why a message is not translated, and translates none only in part', async () => {
  const half = await text(t.acme.bob, 'Hola. El jefe zumba mucho hoy.')
  const wordless = await text(t.acme.bob, '👍 7:30')
  const english = await text(t.acme.cat, 'The line is down again, please come')
  const read = async (contactId: string, id: string) => (await thread(contactId)).find((message) => message.id === id)
  const result = await t.until(async () => {
    await translateAll()
    const message = await read(t.acme.bob.id, half.id)
    return message?.translation && message
  })
  expect(result.translation).toEqual({
    text: 'Hola. El jefe zumba mucho hoy.',
    ...{ from: 'es', to: 'en', provider: 'phrases', failed: true, reason: 'no_service' },
  })
  await translateAll()
  expect((await read(t.acme.bob.id, wordless.id))?.translation).toBeNull()
  expect((await read(t.acme.cat.id, english.id))?.translation).toBeNull()
  // Lists show the original again.
  expect(await lastPreview(t.acme.bob.id)).toBe('👍 7:30')
})

test('does not translate while the organization does not want it', async () => {
  await inbound(false)
  const unwanted = await text(t.acme.cat, 'Hola. Estoy enfermo. Necesito ayuda.')
  await translateAll()
  expect((await thread(t.acme.cat.id)).find(({ id }) => id === unwanted.id)?.translation).toBeNull()
  await inbound(true)
})

test('retries a translation service that does not answer and marks a failure after the third try', async () => {
  const otherProcess = await testApp({ roles: 'web', settings: { TRANSLATE_LIBRE_URL: 'http://127.0.0.1:9' } })
  const { kernel } = otherProcess.process
  await otherProcess
    .as(otherProcess.acme.ann)
    .call(editContact, { query: { id: otherProcess.acme.bob.id }, body: { language: 'es' } })
  await otherProcess.carrier.texts(otherProcess.acme.bob.phone, 'El jefe zumba mucho hoy', otherProcess.acme.line.phone)
  const read = async () =>
    (await otherProcess.as(otherProcess.acme.ann).call(conversation, { params: { id: otherProcess.acme.bob.id } })).body
      .messages[0]
  await otherProcess.until(read)
  const result = await otherProcess.until(async () => {
    while (await noteArrivals(kernel));
    await translateDue(kernel)
    await sql`update translation_due set due_at = now() - interval '1 second'`.execute(
      kernel.database.asSystem('tests do not wait'),
    )
    const message = await read()
    return message?.translation?.failed === true && message
  })
  expect(result.translation).toMatchObject({
    ...{ provider: 'LibreTranslate', text: result.body, failed: true, reason: 'unavailable' },
  })
  await otherProcess.close()
})

test('translates one message on request and returns 404 for another organization', async () => {
  await inbound(false)
  const { id } = await text(t.acme.bob, 'Llámame al 555 010 2233.')
  const { body } = await t.as(t.acme.vic).call(translateMessage, { params: { id } })
  expect(body.message.translation).toMatchObject({ text: 'Call me at 555 010 2233.', kind: 'reviewed' })
  expect((await t.as(t.beta.ann).call(translateMessage, { params: { id } })).http).toBe(404)
  const odd = await text(t.acme.bob, 'El zumbido del capacitor sigue igual')
  const refused = await t.as(t.acme.vic).call(translateMessage, { params: { id: odd.id } })
  expect(refused.body.message.translation).toMatchObject({ failed: true, reason: 'no_service', text: odd.body })
  await inbound(true)
})

test('hides a translation that a member reported as wrong, for everyone', async () => {
  const { id } = await text(t.acme.bob, 'Estoy en la oficina')
  await t.until(async () => (await thread(t.acme.bob.id)).find((message) => message.id === id)?.translation)
  expect(await lastPreview(t.acme.bob.id)).toBe("I'm at the office.")
  expect((await t.as(t.beta.ann).call(reportTranslation, { params: { id } })).http).toBe(404)
  expect((await t.as(t.acme.vic).call(reportTranslation, { params: { id } })).http).toBe(422)
  const { body } = await t.as(t.acme.gus).call(reportTranslation, { params: { id } })
  expect(body.message.translation).toMatchObject({ failed: true, reason: 'reported', text: 'Estoy en la oficina' })
  expect(await lastPreview(t.acme.bob.id)).toBe('Estoy en la oficina')
})

test('previews a whole translation, or why the text goes as written', async () => {
  const preview = (body: string, to = 'es') => t.as(t.acme.gus).call(previewTranslation, { body: { text: body, to } })
  expect((await preview('Your shift starts at 6:00 AM.')).body).toMatchObject({
    text: 'Tu turno empieza a las 6:00 AM.',
    ...{ from: 'en', to: 'es', kind: 'reviewed', provider: 'phrases', suggestions: [] },
  })
  for (const part of ['Thank you. Bring the flux capacitor.', 'Bring the flux capacitor.'])
    expect((await preview(part)).body).toMatchObject({ kind: 'refused', reason: 'no_service', text: part })
  expect((await preview('Hello', 'xx-odd')).body).toMatchObject({ kind: 'refused', text: 'Hello' })
  expect((await preview('Hello', 'en-GB')).body).toMatchObject({ kind: 'same', text: 'Hello' })
})

test('offers reviewed phrases in place of a text about safety that is not one', async () => {
  const { body } = await t.as(t.acme.gus).call(previewTranslation, {
    body: { text: 'Yes, leave the building now and call Tom.', to: 'es' },
  })
  expect(body).toMatchObject({ kind: 'refused', reason: 'safety', text: 'Yes, leave the building now and call Tom.' })
  expect(body.suggestions[0]).toMatchObject({
    text: 'Leave the building now.',
    translated: 'Salgan del edificio ahora.',
  })
})

test('says what can translate here', async () => {
  expect((await t.as(t.acme.vic).call(translationStatus)).body).toMatchObject({
    service: null,
    phraseLanguages: ['en', 'es', 'fr', 'pt'],
  })
})
