import { createHash } from 'node:crypto'
import { PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFonts } from '../../kernel/pdf/fonts.ts'
import { layOut, Ruler } from '../../kernel/pdf/layout.ts'
import { unharmed } from '../../kernel/spreadsheet/harmless.ts'
import { csvCell as cell } from '../../kernel/spreadsheet/write-csv.ts'
import { asCsv } from './csv.ts'
import { asPdf } from './pdf.ts'
import { entryOf, hashOf, localTime, type Entry, type Preamble } from './rules.ts'
import { asText, headline } from './text.ts'

const preamble: Preamble = {
  organization: 'Acme شركة',
  contact: 'محمد 王伟 Nguyễn 👷',
  phone: '+14155550100',
  from: '2026-11-01T00:00:00-05:00',
  to: '2026-11-02T00:00:00-06:00',
  timeZone: 'America/Chicago',
  exportedBy: 'Ann Acme',
  exportedAt: '2026-11-21T12:00:00-06:00',
  messages: 1,
  sha256: 'ab'.repeat(32),
}
const entry = (body: string, more: Partial<Entry> = {}): Entry => ({
  id: 'x',
  at: '2026-11-01T01:30:00-05:00',
  direction: 'In',
  sender: 'Bob',
  status: 'Received',
  body,
  translation: '',
  translationLanguage: '',
  files: [],
  ...more,
})

/** Parses CSV strictly by RFC 4180. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]]
  let at = csv.startsWith('\ufeff') ? 1 : 0
  while (at < csv.length) {
    let text = ''
    if (csv[at] === '"') {
      for (at++; csv[at] !== '"' || csv[at + 1] === '"'; at++) {
        if (csv[at] === '"') at++
        text += csv[at]
        if (at > csv.length) throw new Error('a quote is open')
      }
      at++
    } else while (at < csv.length && csv[at] !== ',' && csv[at] !== '\r') text += csv[at++]
    rows.at(-1)?.push(text)
    if (csv[at] === ',') at++
    else if (csv.startsWith('\r\n', at)) {
      at += 2
      if (at < csv.length) rows.push([])
    } else if (at < csv.length) throw new Error(`no end of a cell at ${at}`)
  }
  return rows
}

describe('CSV', () => {
  test('preserves any text and contains no formula cells', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc
        .tuple(
          fc.constantFrom("'", "''", '=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠', '"', ','),
          fc.string(),
        )
        .map((two) => two.join('')),
    )
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (bodies) => {
        const rows = parse(
          asCsv(
            preamble,
            bodies.map((body) => entry(body)),
            'en',
          ),
        )
        expect(new Set(rows.map((row) => row.length))).toEqual(new Set([9]))
        expect(rows.slice(-bodies.length).map((row) => unharmed(row[4] ?? ''))).toEqual(bodies)
        for (const value of rows.flat()) expect(value).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
      }),
    )
  })

  test('starts with its metadata', () => {
    const rows = parse(asCsv(preamble, [entry('Hello')], 'en'))
    expect(rows[0]?.slice(0, 2)).toEqual(['Organization', 'Acme شركة'])
    expect(rows.find((row) => row[0] === 'Number')?.[1]).toBe("'+14155550100")
    expect(rows.at(-2)?.[0]).toBe('Time')
    expect([cell('a,b'), cell('say "hi"'), cell('plain')]).toEqual(['"a,b"', '"say ""hi"""', 'plain'])
  })
})

describe('local times', () => {
  test('use the clock of the zone, also in a repeated or skipped hour', () => {
    expect(localTime('2026-11-01T06:30:00Z', 'America/Chicago')).toBe('2026-11-01T01:30:00-05:00')
    expect(localTime('2026-11-01T07:30:00Z', 'America/Chicago')).toBe('2026-11-01T01:30:00-06:00')
    expect(localTime('2026-03-08T08:00:00Z', 'America/Chicago')).toBe('2026-03-08T03:00:00-05:00')
    expect(localTime('2026-06-01T00:00:00Z', 'Asia/Kolkata')).toBe('2026-06-01T05:30:00+05:30')
  })
})

test('hashes the messages as JSON, one per line', () => {
  const entries = [entry('Hello'), entry('你好')]
  const text = entries.map((item) => `${JSON.stringify(item)}\n`).join('')
  expect(hashOf(entries)).toBe(createHash('sha256').update(text).digest('hex'))
})

test('groups plain text by day and shows translations and files', () => {
  const text = asText(
    preamble,
    [
      entry('No puedo\nir', {
        translation: 'I cannot come',
        translationLanguage: 'es to en',
        files: ['a.jpg', 'b.pdf'],
      }),
      entry('Later', { at: '2026-11-02T08:00:00-06:00' }),
    ],
    'en',
  )
  expect(text).toContain(
    '\n2026-11-01\n\n01:30:00 -05:00  Bob (In), Received\n    No puedo\n    ir\n    Translation (es to en): I cannot come\n    Files: a.jpg, b.pdf\n',
  )
  expect(text).toContain('\n2026-11-02\n')
})

test('keeps the headline left to right, also with a right-to-left sender name', async () => {
  const ruler = new Ruler(await openFonts(await PDFDocument.create()), 10)
  const [line] = await layOut(ruler, headline(entry('نعم', { sender: 'عمر إبراهيم' })), 1000)
  expect(line?.isRightToLeft).toBe(false)
  expect(line?.pieces.map(({ text }) => text).join('')).toBe('01:30:00 -05:00  عمر إبراهيم (In), Received')
})

test('translates labels, status and reasons to Spanish, but not the messages', () => {
  expect(asText(preamble, [entry('Hi', { files: ['a.jpg'] })], 'es')).toMatch(
    /^Organización: Acme شركة\nContacto: [^]*\n {4}Hi\n {4}Archivos: a\.jpg\n$/,
  )
  expect(parse(asCsv(preamble, [entry('Hi')], 'es')).at(-2)).toEqual([
    'Hora',
    'Dirección',
    'De',
    'Estado',
    'Mensaje',
    'Traducción',
    'Idiomas',
    'Archivos',
    'Id',
  ])
  const failed = {
    id: 'x',
    direction: 'out',
    body: 'Hi',
    state: 'unknown',
    reason: 'said',
    errorCode: null,
    sender: null,
  }
  const message = {
    ...failed,
    media: [],
    translation: null,
    voicemail: null,
    event: null,
    at: '2026-11-01T06:30:00.000Z',
  }
  expect(
    entryOf(message as unknown as Parameters<typeof entryOf>[0], { name: 'Bob', zone: 'UTC', language: 'es' }),
  ).toMatchObject({
    sender: 'Automático',
    direction: 'Enviado',
    status: expect.stringMatching(/^No se sabe: No pudimos saber/),
  })
})

test('includes the sender, status and event of a message', () => {
  const message = {
    id: 'x',
    contactId: 'c',
    direction: 'out',
    kind: 'text',
    body: 'Hi',
    state: 'undelivered',
    reason: 'No signal.',
    errorCode: '30005',
    sender: null,
    translation: null,
    media: [],
    voicemail: null,
    event: null,
    at: '2026-11-01T06:30:00.000Z',
  } as unknown as Parameters<typeof entryOf>[0]
  const bob = { name: 'Bob', zone: 'UTC', language: 'en' as const }
  expect(entryOf(message, bob)).toMatchObject({
    sender: 'Automatic',
    status: 'Not delivered: This number is not in use.',
    direction: 'Out',
    at: '2026-11-01T06:30:00+00:00',
  })
  expect(
    entryOf(
      {
        ...message,
        direction: 'internal',
        event: { what: 'assigned', detail: 'Gus' },
        reason: null,
        sender: { userId: 'u', firstname: 'Ann', lastname: '' },
      },
      bob,
    ),
  ).toMatchObject({
    status: 'Event',
    body: 'Assigned: Gus',
    sender: 'Ann',
    direction: 'Team only',
  })
})

describe('PDF', () => {
  /** Returns the text a reader would copy from a document: the characters that its fonts map to the drawn glyphs. */
  async function textOf(bytes: Buffer): Promise<string> {
    const doc = await PDFDocument.load(bytes)
    const streams = doc.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
    let content = ''
    for (const stream of streams) {
      if (stream.dict.get(PDFName.of('Subtype')) || stream.dict.get(PDFName.of('Length1'))) continue
      const text = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
      if (!text.includes('beginbfchar')) continue
      for (const [, hex = ''] of text.matchAll(/<[0-9A-F]+> <([0-9A-F]+)>/gi))
        content += Buffer.from(hex, 'hex').swap16().toString('utf16le')
    }
    return content
  }

  test('contains every script with embedded fonts, and shows a box for a character without a font', async () => {
    const bytes = await asPdf(
      preamble,
      [
        entry('مرحبا، متى تبدأ الوردية (الصباح)؟ 8:30', { sender: 'محمد' }),
        entry('工资什么时候发？', { sender: '王伟' }),
        entry('Đặng Thị Hồng, Привет, Γειά, שלום', { sender: 'Nguyễn' }),
        entry('On my way 🚜👩‍👩‍👧 \u202e\u0000 ክርስቶስ'),
        entry('a'.repeat(3000)),
      ],
      'en',
    )
    const content = await textOf(bytes)
    for (const sign of 'Đặịриветשלום工资什么时候发') expect(content).toContain(sign)
    expect(content).toContain('\u25a1')
    const doc = await PDFDocument.load(bytes)
    expect(doc.getPageCount()).toBeGreaterThan(1)
    const fonts = doc.context
      .enumerateIndirectObjects()
      .filter(([, object]) => String(object).includes('/FontFile2') || String(object).includes('/FontFile3'))
    expect(fonts.length).toBeGreaterThan(1)
    expect(doc.getTitle()).toContain('Conversation with')
  })

  test('is valid for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 4 }), async (bodies) => {
        const bytes = await asPdf(
          preamble,
          bodies.map((body) => entry(body, { sender: body })),
          'en',
        )
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      }),
      { numRuns: 12 },
    )
  })
})
