import { describe, expect, test } from 'vitest'
import {
  fileIdsOf,
  fingerprintOf,
  fromMarkup,
  hrefsOf,
  isSafeHref,
  minutesToRead,
  pictureIdsOf,
  textsOf,
  toMarkup,
  translationState,
  withTexts,
} from './block-rules.ts'
import { Block, Blocks, type Span } from './blocks.ts'

const FILE = '018f3c6e-7a00-7000-8000-000000000001'
const paragraph = (id: string, text: Span[]): Block => ({ id, type: 'paragraph', text })

describe('a block document', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'https://user:secret@example.com',
    '/relative',
    'example.com',
    'https://lot b',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('refuses a link to %s', (href) => {
    expect(isSafeHref(href)).toBe(false)
    expect(Block.safeParse(paragraph('b00001', [{ text: 'Open', href }])).success).toBe(false)
    expect(Block.safeParse({ id: 'b00001', type: 'button', label: 'Open', href }).success).toBe(false)
  })

  test.each(['https://example.com/a?b=1', 'http://example.com', 'mailto:hr@example.com', 'tel:+14155550100'])(
    'accepts a link to %s',
    (href) => expect(Block.safeParse(paragraph('b00001', [{ text: 'Open', href }])).success).toBe(true),
  )

  test('refuses two blocks with one id, unknown kinds, unknown fields and pictures from elsewhere', () => {
    const block = paragraph('b00001', [{ text: 'Hello' }])
    expect(Blocks.safeParse([block, block]).success).toBe(false)
    expect(Blocks.safeParse([{ id: 'b00001', type: 'html', html: '<b>' }]).success).toBe(false)
    expect(Blocks.safeParse([{ ...block, style: 'color:red' }]).success).toBe(false)
    const picture = { id: 'b00001', type: 'picture', alt: '', isDecoration: true }
    expect(Blocks.safeParse([{ ...picture, fileId: 'https://evil.example/x.png' }]).success).toBe(false)
    expect(Blocks.safeParse([{ ...picture, fileId: FILE }]).success).toBe(true)
  })

  test('removes control characters and characters that reverse text', () => {
    const parsed = Block.parse(paragraph('b00001', [{ text: 'a\u0000b\n\u202ec' }]))
    expect(textsOf(parsed)).toEqual([[{ text: 'a b c' }]])
  })
})

describe('translations of a block', () => {
  const block = paragraph('b00001', [{ text: 'Doors open at ' }, { text: '6', bold: true }])

  test('are outdated when the text or its format changes, and only then', () => {
    const translation = { of: fingerprintOf(textsOf(block)), texts: [[{ text: 'Abrimos a las 6' }]] }
    expect(translationState(textsOf(block), translation)).toBe('done')
    expect(translationState([[{ text: 'Doors open at 7' }]], translation)).toBe('outdated')
    expect(translationState(textsOf(block), undefined)).toBe('missing')
    expect(translationState(textsOf(block), { ...translation, texts: [[]] })).toBe('missing')
    expect(translationState([[]], undefined)).toBe('not_needed')
  })

  test('stay up to date when the keys of a text come in another order, as from the database', () => {
    expect(fingerprintOf([[{ bold: true, text: '6' }]])).toBe(fingerprintOf([[{ text: '6', bold: true }]]))
    expect(fingerprintOf([[{ text: '6', italic: true }]])).not.toBe(fingerprintOf([[{ text: '6', bold: true }]]))
  })

  test('replace the texts of each kind, and leave a list with another number of items as it is', () => {
    expect(withTexts(block, [[{ text: 'Hola' }]])).toEqual(paragraph('b00001', [{ text: 'Hola' }]))
    const list: Block = { id: 'b00002', type: 'list', style: 'bullets', items: [[{ text: 'a' }], [{ text: 'b' }]] }
    expect(withTexts(list, [[{ text: 'x' }]])).toBe(list)
    // A line left empty reads as in the original.
    const quote: Block = { id: 'b00009', type: 'quote', text: [{ text: 'Well done' }], from: 'Maria' }
    expect(withTexts(quote, [[{ text: 'Bien hecho' }], []])).toEqual({ ...quote, text: [{ text: 'Bien hecho' }] })
    const picture: Block = { id: 'b00003', type: 'picture', fileId: FILE, alt: 'The gate', isDecoration: false }
    expect(withTexts(picture, [[{ text: 'La puerta' }]])).toMatchObject({ alt: 'La puerta' })
  })
})

describe('quotes, files, videos, forms and events', () => {
  const event = {
    id: 'b00001',
    type: 'event' as const,
    title: 'Open house',
    startsAt: '2026-10-05T09:00',
    endsAt: '',
    timezone: 'America/Chicago',
    place: 'Hall 2',
  }

  test.each([
    { ...event, startsAt: '2026-02-30T09:00' },
    { ...event, startsAt: 'tomorrow' },
    { ...event, timezone: 'Mars/Base' },
    { id: 'b00001', type: 'video', fileId: null, href: 'mailto:a@example.com', label: '' },
    { id: 'b00001', type: 'video', fileId: 'https://evil.example/x.mp4', href: '', label: '' },
    { id: 'b00001', type: 'file', fileId: '../etc/passwd', label: '' },
    { id: 'b00001', type: 'form', formId: 'x', label: '' },
  ])('refuse values that cannot be shown: %#', (block) => expect(Block.safeParse(block).success).toBe(false))

  test('have their texts translated, and keep what is not text', () => {
    expect(textsOf(event)).toEqual([[{ text: 'Open house' }], [{ text: 'Hall 2' }]])
    expect(withTexts(event, [[{ text: 'Puertas abiertas' }], [{ text: 'Sala 2' }]])).toEqual({
      ...event,
      title: 'Puertas abiertas',
      place: 'Sala 2',
    })
    expect(withTexts({ ...event, title: '' }, [[{ text: 'Sala 2' }]])).toMatchObject({ title: '', place: 'Sala 2' })
    const quote: Block = { id: 'b00002', type: 'quote', text: [{ text: 'Slow is smooth' }], from: '' }
    expect(withTexts(quote, [[{ text: 'Sin prisa', bold: true }]])).toEqual({
      ...quote,
      text: [{ text: 'Sin prisa', bold: true }],
    })
  })

  test('have the descriptions of a gallery translated in their order, and count all its pictures', () => {
    const pictures = [
      { fileId: FILE, alt: 'Gate', isDecoration: false },
      { fileId: FILE, alt: 'x', isDecoration: true },
      { fileId: FILE, alt: 'Lot B', isDecoration: false },
    ]
    const gallery: Block = { id: 'b00001', type: 'gallery', pictures }
    expect(textsOf(gallery)).toEqual([[{ text: 'Gate' }], [{ text: 'Lot B' }]])
    expect(withTexts(gallery, [[{ text: 'Puerta' }], []])).toEqual({
      ...gallery,
      pictures: [{ ...pictures[0], alt: 'Puerta' }, pictures[1], pictures[2]],
    })
    expect(pictureIdsOf({ blocks: [gallery] })).toEqual([FILE])
    const many = ['b00001', 'b00002', 'b00003', 'b00004', 'b00005'].map((id) => ({ ...gallery, id }))
    expect([4, 5].map((count) => Blocks.safeParse(many.slice(0, count)).success)).toEqual([true, false])
  })

  test('count a video elsewhere as a link, and an uploaded one as a file', () => {
    const video: Block = { id: 'b00001', type: 'video', fileId: null, href: 'https://example.com/v', label: 'Tour' }
    expect([hrefsOf([video]), fileIdsOf([video])]).toEqual([['https://example.com/v'], []])
    const uploaded: Block = { ...video, fileId: FILE }
    expect([hrefsOf([uploaded]), fileIdsOf([uploaded])]).toEqual([[], [FILE]])
  })
})

describe('a text in plain signs', () => {
  test.each<[string, Span[]]>([
    ['Plain', [{ text: 'Plain' }]],
    ['A **bold** word', [{ text: 'A ' }, { text: 'bold', bold: true }, { text: ' word' }]],
    ['***both***', [{ text: 'both', bold: true, italic: true }]],
    ['[Sign up](https://example.com/a)', [{ text: 'Sign up', href: 'https://example.com/a' }]],
    ['[**Now**](https://example.com/)', [{ text: 'Now', bold: true, href: 'https://example.com/' }]],
    ['2 * 3 = 6', [{ text: '2 * 3 = 6' }]],
    ['[x](javascript:alert(1))', [{ text: '[x](javascript:alert(1))' }]],
  ])('reads %s', (markup, spans) => {
    expect(fromMarkup(markup)).toEqual(spans)
  })

  test('is written as it is read', () => {
    const markup = 'Call **Ana** or *Luis* at [the desk](tel:+14155550100) ***today***.'
    expect(toMarkup(fromMarkup(markup))).toBe(markup)
  })
})

test('lists the pictures and the links of a document, and how long it takes to read', () => {
  const blocks: Block[] = [
    paragraph('b00001', [
      { text: 'a', href: 'https://example.com/a' },
      { text: 'b', href: 'https://example.com/a' },
    ]),
    { id: 'b00002', type: 'button', label: 'Go', href: 'https://example.com/b' },
    { id: 'b00003', type: 'picture', fileId: FILE, alt: '', isDecoration: true },
    { id: 'b00004', type: 'picture', fileId: FILE, alt: '', isDecoration: true },
    paragraph('b00005', [{ text: 'word '.repeat(390) }]),
  ]
  expect(hrefsOf(blocks)).toEqual(['https://example.com/a', 'https://example.com/b'])
  expect(pictureIdsOf({ blocks })).toEqual([FILE])
  expect(minutesToRead(blocks)).toBe(2)
  expect(minutesToRead([])).toBe(1)
})
