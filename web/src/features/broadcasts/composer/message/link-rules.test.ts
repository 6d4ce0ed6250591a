import { describe, expect, it } from 'vitest'
import { insertLink, withLink, type MessageTexts } from './link-rules.ts'

const LINK = 'https://acme.test/public/form/1'
const inLanguage = (language: string) => `${LINK}?lang=${language}`
const message: MessageTexts = {
  body: 'Please answer, thanks.',
  language: 'en',
  variants: [
    { language: 'es', body: 'Responde, gracias.', source: 'machine', approved: false },
    { language: 'fr', body: `Merci ${LINK}?lang=fr`, source: 'author', approved: true },
  ],
}

describe('a link that is inserted', () => {
  it.each([
    ['', 0, LINK],
    ['Answer:', 7, `Answer: ${LINK}`],
    ['Answer: thanks', 8, `Answer: ${LINK} thanks`],
    ['Answer:\n', 8, `Answer:\n${LINK}`],
  ])('stands apart from the words around it: %j at %d', (text, at, expected) => {
    const inserted = insertLink(text, at, LINK)
    expect(inserted.text).toBe(expected)
    expect(inserted.text.slice(0, inserted.end).endsWith(LINK)).toBe(true)
  })

  it('gets into every language once, and leaves machine translations unapproved', () => {
    const { body, variants } = withLink(message, { language: 'en', at: 14 }, inLanguage)
    expect(body).toBe(`Please answer, ${LINK}?lang=en thanks.`)
    expect(variants).toEqual([
      {
        language: 'es',
        body: `Responde, gracias.\n${LINK}?lang=es`,
        source: 'machine',
        approved: false,
      },
      message.variants[1],
    ])
  })

  it('goes to the caret of the language that is edited', () => {
    const { body, variants } = withLink(message, { language: 'es', at: 0 }, inLanguage)
    expect(variants[0]?.body).toBe(`${LINK}?lang=es Responde, gracias.`)
    expect(body).toBe(`Please answer, thanks.\n${LINK}?lang=en`)
  })
})
