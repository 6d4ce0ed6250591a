import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Span } from '@crewline/contract/blocks'
import { translateNews } from '@crewline/contract/news'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let service: Server
/** What the translation service answers to a text. */
let answer: (text: string) => string
beforeAll(async () => {
  service = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { q } = JSON.parse(body) as { q: string }
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ translatedText: answer(q) }))
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  t = await testApp({ roles: 'web', settings: { TRANSLATE_LIBRE_URL: url } })
})
afterAll(async () => {
  await t.close()
  service.close()
})

const MAP = 'https://example.com/map'
const ask = async (texts: Span[][]) =>
  (await t.as(t.acme.ann).call(translateNews, { body: { from: 'en', to: 'es', texts } })).body

test('a machine translation keeps bold, italics and links on their words, in their new order', async () => {
  answer = (text) => {
    expect(text).toBe('The new gate opens ⟦b⟧at ⟦0⟧⟦/b⟧, see ⟦d⟧the map of the yard⟦/d⟧.')
    return 'Consulta ⟦d⟧el mapa del patio⟦/d⟧: la puerta nueva abre ⟦b⟧a las ⟦0⟧⟦/b⟧.'
  }
  const reply = await ask([
    [
      { text: 'The new gate opens ' },
      { text: 'at 5:30', bold: true },
      { text: ', see ' },
      { text: 'the map of the yard', italic: true, href: MAP },
      { text: '.' },
    ],
  ])
  expect(reply).toMatchObject({
    kind: 'machine',
    texts: [
      [
        { text: 'Consulta ' },
        { text: 'el mapa del patio', italic: true, href: MAP },
        { text: ': la puerta nueva abre ' },
        { text: 'a las 5:30', bold: true },
        { text: '.' },
      ],
    ],
  })
})

test('a translation that loses a format is refused as a whole, with every text of the block', async () => {
  answer = (text) => (text.includes('badge') ? 'Trae tu credencial nueva.' : 'Muéstrala en la entrada del patio.')
  const reply = await ask([
    [{ text: 'Show it at the entrance of the yard.' }],
    [{ text: 'Bring your ' }, { text: 'new', bold: true }, { text: ' badge.' }],
  ])
  expect(reply).toMatchObject({ kind: 'refused', texts: [] })
})

test('one format on a whole text is kept with a reviewed phrase', async () => {
  const reply = await ask([[{ text: 'Thank you.', bold: true }]])
  expect(reply.kind).toBe('reviewed')
  expect(reply.texts[0]).toEqual([{ text: expect.stringMatching(/gracias/i) as string, bold: true }])
})

test('sentences of which some are bold are translated by reviewed phrases, each with its format', async () => {
  const reply = await ask([[{ text: 'Thank you. ' }, { text: 'Thank you.', bold: true }]])
  expect(reply.kind).toBe('reviewed')
  expect(reply.texts[0]).toEqual([
    { text: expect.stringMatching(/gracias\. $/i) as string },
    { text: expect.stringMatching(/gracias\.$/i) as string, bold: true },
  ])
  // A part of a sentence has another place in another language, so it is not translated by itself.
  answer = () => 'Gracias.'
  expect((await ask([[{ text: 'Thank ' }, { text: 'you.', bold: true }]])).kind).toBe('refused')
})
