import type { IncomingMessage, MessageChanged as Changed } from '@crewline/contract/events'
import { editContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import type { Message } from '@crewline/contract/messages'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import { previewTranslation, translateMessage } from '@crewline/contract/translation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { noteArrivals, translateDue } from './index.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
  await t.as(t.acme.ann).call(editContact, { query: { id: t.acme.bob.id }, body: { language: 'es' } })
})
afterAll(() => t.close())

const thread = async (contactId: string): Promise<Message[]> =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contactId } })).body.messages
const lastWords = async (contactId: string) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contactId } })).body.conversation.lastMessage?.preview
async function text(from: { id: string; phone: string }, body: string): Promise<Message> {
  await t.carrier.texts(from.phone, body, t.acme.line.phone)
  return t.until(async () => (await thread(from.id)).find((one) => one.body === body))
}
async function translateAll(): Promise<void> {
  while (await noteArrivals(t.process.kernel));
  while (await translateDue(t.process.kernel));
}
/** Waits until every fact so far was looked at. */
async function noted(): Promise<void> {
  const { kernel } = t.process
  await t.until(async () => {
    await translateAll()
    const left = await sql<{ n: number }>`
      select count(*)::int as n from fact f, fact_cursor c where c.follower = 'translation' and (f.xid, f.seq) > (c.xid, c.seq)`.execute(
      kernel.database.asSystem('tests wait for followers'),
    )
    return left.rows[0]?.n === 0
  })
}
async function inbound(isOn: boolean): Promise<void> {
  const { settings } = (await t.as(t.acme.ann).call(organizationSettings)).body
  await t.as(t.acme.ann).call(editOrganization, {
    body: { settings: { translation: { ...settings.translation, inbound: isOn } } },
  })
}

test("a worker's text is there in the team's language, with the original beside it, and whoever looks is told", async () => {
  const ear = await t.heard(t.acme.gus)
  // Nobody knows yet that Cat writes Spanish, so it takes a second look.
  const { id } = await text(t.acme.cat, 'Hola. Mañana no puedo ir. Estoy enfermo.')
  const found = await t.until(async () => {
    await translateAll()
    return (await thread(t.acme.cat.id)).find((one) => one.id === id && one.translation !== null)
  })
  expect(found).toMatchObject({
    body: 'Hola. Mañana no puedo ir. Estoy enfermo.',
    translation: { text: 'Hello. I can not come tomorrow. I am sick.', from: 'es', to: 'en', provider: 'phrasebook' },
  })
  const event = await ear.next<Changed>('message-changed', (one) => one.message.id === id)
  expect(event.message.translation).toMatchObject({ to: 'en' })
  // Lists show what the team reads.
  expect(await lastWords(t.acme.cat.id)).toBe('Hello. I can not come tomorrow. I am sick.')
})

test('what the phrasebook knows whole is there with the text itself, in the event that tells of it', async () => {
  const body = '¿Puedo cambiar mi turno?'
  const ear = await t.heard(t.acme.gus)
  await t.carrier.texts(t.acme.bob.phone, body, t.acme.line.phone)
  const told = await ear.next<IncomingMessage>('message', (one) => one.body === body)
  const translation = { text: 'Can I swap my shift?', from: 'es', to: 'en', provider: 'phrasebook' }
  expect(told).toMatchObject({ translation, message: { body, translation } })
  expect(await lastWords(t.acme.bob.id)).toBe('Can I swap my shift?')
  await inbound(false)
  await t.carrier.texts(t.acme.bob.phone, 'Estoy enfermo.', t.acme.line.phone)
  const unwanted = await ear.next<IncomingMessage>('message', (one) => one.body === 'Estoy enfermo.')
  expect(unwanted.message.translation).toBeNull()
  await inbound(true)
})

test("what the phrasebook does not know whole, what is in the team's language, and what is not wanted has none", async () => {
  const half = await text(t.acme.bob, 'Hola. El jefe zumba mucho hoy.')
  const wordless = await text(t.acme.bob, '👍 7:30')
  const english = await text(t.acme.cat, 'The line is down again, please come')
  await inbound(false)
  const unwanted = await text(t.acme.cat, 'Hola. Estoy enfermo. Necesito ayuda.')
  await noted()
  await inbound(true)
  const known = await text(t.acme.bob, 'Necesito ayuda')
  await t.until(async () => {
    await translateAll()
    return (await thread(t.acme.bob.id)).find((one) => one.id === known.id && one.translation !== null)
  })
  const all = [...(await thread(t.acme.bob.id)), ...(await thread(t.acme.cat.id))]
  const ids = new Set([half.id, wordless.id, english.id, unwanted.id])
  expect(all.filter((one) => ids.has(one.id)).map((one) => one.translation)).toEqual([null, null, null, null])
})

test('a service that does not answer is asked again, and said to have failed after the third time', async () => {
  const other = await house({ roles: 'web', settings: { TRANSLATE_LIBRE_URL: 'http://127.0.0.1:9' } })
  const { kernel } = other.process
  await other.as(other.acme.ann).call(editContact, { query: { id: other.acme.bob.id }, body: { language: 'es' } })
  await other.carrier.texts(other.acme.bob.phone, 'El jefe zumba mucho hoy', other.acme.line.phone)
  const read = async () =>
    (await other.as(other.acme.ann).call(conversation, { params: { id: other.acme.bob.id } })).body.messages[0]
  await other.until(read)
  const found = await other.until(async () => {
    while (await noteArrivals(kernel));
    await translateDue(kernel)
    await sql`update translation_due set due_at = now() - interval '1 second'`.execute(
      kernel.database.asSystem('tests do not wait'),
    )
    const message = await read()
    return message?.translation?.failed === true && message
  })
  expect(found.translation).toMatchObject({ provider: 'LibreTranslate', text: found.body, failed: true })
  await other.close()
})

test('one message can be translated by hand; one of nobody, or of others, is not found', async () => {
  await inbound(false)
  const { id } = await text(t.acme.bob, 'Llámame al 555 010 2233.')
  const { body } = await t.as(t.acme.vic).call(translateMessage, { params: { id } })
  expect(body.message.translation).toMatchObject({ text: 'Call me at 555 010 2233.' })
  expect((await t.as(t.beta.ann).call(translateMessage, { params: { id } })).http).toBe(404)
  const odd = await text(t.acme.bob, 'El zumbido del capacitor sigue igual')
  expect((await t.as(t.acme.vic).call(translateMessage, { params: { id: odd.id } })).body.code).toBe('not_translated')
  await inbound(true)
})

test('a preview says what a worker would get, and what stays as it is', async () => {
  const preview = (words: string, to = 'es') => t.as(t.acme.gus).call(previewTranslation, { body: { text: words, to } })
  expect((await preview('Your shift starts at 6:00 AM.')).body).toMatchObject({
    text: 'Tu turno empieza a las 6:00 AM.',
    from: 'en',
    warnings: [],
    failed: false,
  })
  expect((await preview('Thank you. Bring the flux capacitor.')).body).toMatchObject({
    text: 'Muchas gracias. Bring the flux capacitor.',
    warnings: ['Bring the flux capacitor.'],
  })
  expect((await preview('Bring the flux capacitor.')).body).toMatchObject({ failed: true })
  expect((await preview('Hello', 'xx-odd')).body).toMatchObject({ failed: true, text: 'Hello' })
})
