import type { LocalizedText } from '@crewline/contract/words'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  archive,
  hr,
  household,
  inline,
  messyWorkbook,
  numeric,
  payroll,
  schedule,
  spanish,
  utf16,
  windows1252,
  workbook,
} from '../../../../test/kit/messy-files.ts'
import { localize } from '../../../kernel/i18n/localize.ts'
import { dayText, formatOf, numberText } from './cell-rules.ts'
import { findHeader } from './header-rules.ts'
import { readFile } from './read-file.ts'
import { cleanCell } from './table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewline-reading-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0

/** Reads bytes as a table, in chunks of this many bytes. */
async function read(bytes: Buffer | string, { name = 'people.csv', piece = 7 } = {}) {
  const all = Buffer.from(bytes)
  const notes: string[] = []
  const file = {
    name,
    async *bytes() {
      for (let at = 0; at < all.length; at += piece) yield all.subarray(at, at + piece)
    },
    onDisk: async () => {
      const path = join(folder, String(files++))
      await writeFile(path, all)
      return path
    },
  }
  let headers: string[] = []
  const rows: string[][] = []
  const lines: number[] = []
  const localizedNotes: LocalizedText[] = []
  for await (const item of readFile(file, localizedNotes)) {
    if ('headers' in item) {
      headers = item.headers
      localizedNotes.push(...item.notes)
    } else {
      rows.push(item.cells)
      lines.push(item.row)
    }
  }
  notes.push(...localizedNotes.map((note) => localize(note, 'en')))
  return { headers, rows, lines, notes }
}

describe('a text file', () => {
  const cell = fc.string({
    unit: fc.constantFrom(...['a', 'Z', '9', ' ', 'é', ',', ';', '|', '\t', '"', '\n', "'", '-', 'ñ']),
    maxLength: 12,
  })
  const table = fc
    .integer({ min: 1, max: 6 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 40 }))

  test('reads back as written in any dialect and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.record({
          separator: fc.constantFrom(',', ';', '\t', '|'),
          end: fc.constantFrom('\n', '\r\n', '\r'),
          encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252'),
          piece: fc.integer({ min: 1, max: 64 }),
        }),
        async (raw, { separator, end, encoding, piece }) => {
          const expected = raw.map((row) => row.map(cleanCell)).filter((row) => row.some((cell) => cell !== ''))
          fc.pre(expected.length > 0)
          const header = raw[0]?.map((_, at) => `Head ${at}`) ?? []
          const quoted = (text: string) =>
            /[,;|\t"\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll('\n', end)}"` : text
          const text = [header, ...raw].map((row) => row.map(quoted).join(separator)).join(end) + end
          const bytes =
            encoding === 'utf-16le'
              ? utf16(text)
              : encoding === 'utf-16be'
                ? utf16(text, 'be')
                : encoding === 'windows-1252'
                  ? windows1252(text)
                  : Buffer.from(encoding === 'utf-8' ? text : `\ufeff${text}`)
          const got = await read(bytes, { piece })
          expect(got.headers).toEqual(header)
          expect(got.rows).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('numbers rows as a spreadsheet does, including blank rows and titles', async () => {
    const got = await read(schedule)
    expect(got.headers).toEqual(['Worker', 'Mobile', 'Shift group', 'Notes'])
    expect(got.lines).toEqual([5, 6, 7])
    expect(got.notes.toSorted()).toEqual([
      '1 row has more cells than the header; the cells beyond it are left out.',
      '2 lines above the header left out.',
    ])
    expect(got.rows[2]).toEqual(['Anh Thi Nguyen', '+1 555 010 4103', 'Night', 'likes "early" shifts, no Sundays'])
  })

  test('of a payroll, an HR system or a Spanish office is read completely', async () => {
    expect((await read(payroll)).rows).toHaveLength(3)
    const hrTable = await read(hr)
    expect(hrTable.rows[1]).toEqual(['9002', '', '李', '雷', 'li@example.com', '5550104202', 'Chinese'])
    expect(hrTable.notes).toEqual(['The text was read as UTF-16.'])
    const office = await read(spanish)
    expect(office.headers.slice(0, 3)).toEqual(['Nº de empleado', 'Nombre', 'Apellidos'])
    expect(office.rows[0]?.slice(1, 4)).toEqual(['José', 'Muñoz Peña', '555-010-4301'])
    expect(office.lines).toEqual([2, 3])
    expect((await read(household)).rows).toHaveLength(4)
  })

  test('is recognized without a header, and unnamed columns get names', async () => {
    const got = await read('Maria,Lopez,555-010-2233\nSam,Okoro,555-010-2234\n')
    expect(got.headers).toEqual(['Column A', 'Column B', 'Column C'])
    expect(got.rows).toHaveLength(2)
    expect((await read('Name,,Name,Phone\nA,b,c,555\n')).headers).toEqual(['Name', 'Column B', 'Name (2)', 'Phone'])
    expect(
      findHeader([
        ['Report', '', ''],
        ['Name', 'Phone', 'City'],
        ['A', '1234567', 'B'],
      ]),
    ).toBe(1)
  })

  test('with an unclosed quote is refused before it fills the memory', async () => {
    const endless = `Name,Phone\nAda,"${'x'.repeat(3_000_000)}`
    await expect(read(endless, { piece: 65_536 })).rejects.toThrow('A quote that begins in row 2 has no end')
  })

  test('names a quote only where one is the reason, also at the end of a file', async () => {
    const long = `Name,Phone\n${'Maria '.repeat(300_000)}`
    await expect(read(long, { piece: 65_536 })).rejects.toThrow('Row 2 is too long')
    const rows = Array.from({ length: 50 }, (_, n) => `Ann ${n},312-555-01${String(n).padStart(2, '0')}`)
    const open = ['Name,Phone', ...rows.slice(0, 10), '"Maria,3125550199', ...rows.slice(10)].join('\n')
    await expect(read(open)).rejects.toThrow('A quote that begins in row 12 has no end')
    expect((await read('Name,Phone\nAnn,3125550100\n"Bob,3125550101\n')).rows).toHaveLength(2)
    await expect(read(`a,b\n${','.repeat(16_500)}\n`, { piece: 65_536 })).rejects.toThrow('each person has a line')
  })

  test('refuses a file of empty rows after the first million instead of reading on', async () => {
    const empty = Buffer.concat([Buffer.from('Name,Phone\nAnn,3125550100\n'), Buffer.alloc(3_000_000, '\n')])
    await expect(read(empty, { piece: 65_536 })).rejects.toThrow('too many empty rows')
  })

  test('refuses a workbook with an element of very many attributes', async () => {
    const attributes = Array.from({ length: 1_000 }, (_, n) => `a${n}="1"`).join(' ')
    const bad = await workbook([{ name: 'A', rows: [[`<c r="A1" ${attributes}><v>1</v></c>`]] }])
    await expect(read(bad, { name: 'people.xlsx' })).rejects.toThrow('This workbook is damaged')
  })

  test('of any bytes is read or refused with a message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const outcome = await read(Buffer.from(bytes), { piece: 50 }).catch((error: Error) => error.constructor.name)
        expect(typeof outcome === 'object' || outcome === 'FileRefused').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a workbook', () => {
  test('is read as displayed', async () => {
    const got = await read(await messyWorkbook(), { name: 'crew.xlsx' })
    expect(got.headers).toEqual(['Dept', 'Name', 'Cell', 'Start date', 'Badge ID', 'Score'])
    expect(got.rows).toEqual([
      ['Packing', 'Maria Lopez', '5550104501', '2019-03-01', '000042', '2'],
      ['Packing', 'Sam Okoro', '5550104502', '2021-01-01', '000007', ''],
      ['Packing', 'Ann Abe', '555-010-4503', '1900-02-29', '1234567', 'TRUE'],
    ])
    expect(got.lines).toEqual([4, 5, 6])
    expect(got.notes.toSorted()).toEqual(
      [
        '1 cell holds an error such as #N/A and is read as empty.',
        '1 line above the header left out.',
        'Merged cells were filled with the value of their first cell.',
        'Read the first sheet, “People”. Left out: “Old”.',
      ].toSorted(),
    )
  })

  test('in the 1904 date system has correct dates', async () => {
    const book = await workbook(
      [
        {
          name: 'A',
          rows: [
            [inline('A1', 'Name'), inline('B1', 'Day')],
            [inline('A2', 'Ada'), numeric('B2', 0, 1)],
          ],
        },
      ],
      { is1904: true },
    )
    expect((await read(book)).rows).toEqual([['Ada', '1904-01-01']])
    expect([dayText(1, false), dayText(59, false), dayText(61, false), dayText(45_000, false)]).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '2023-03-15',
    ])
  })

  test('formats numbers by their number format', () => {
    expect(
      ['yyyy-mm-dd', 'm/d/yy h:mm', '[h]:mm', '0.00', '#,##0', '"day" 0', 'mmm', '@', '00000'].map(
        (code) => formatOf(170, code).kind,
      ),
    ).toEqual([...['date', 'moment', 'time', 'plain', 'plain', 'plain', 'date', 'plain', 'zeros']])
    expect(numberText('0.1', { kind: 'plain' }, false)).toBe('0.1')
    expect(numberText('0.30000000000000004', { kind: 'plain' }, false)).toBe('0.3')
    expect(numberText('1.5550102233E10', { kind: 'plain' }, false)).toBe('15550102233')
    expect(numberText('44197.75', { kind: 'moment' }, false)).toBe('2021-01-01 18:00')
  })

  test.each([
    ['content.xml', /OpenDocument/],
    ['Index/Document.iwa', /Numbers/],
    ['word/document.xml', /Word/],
    ['xl/workbook.bin', /xlsb/],
    ['readme.txt', /no workbook/],
  ])('is rejected with a message when it contains %s', async (path, message) => {
    await expect(read(await archive([[path, 'x']]))).rejects.toThrow(message)
  })

  test('with an excessive compression ratio is not extracted', async () => {
    const bomb = await archive([['xl/workbook.xml', ' '.repeat(60 * 1024 * 1024)]])
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(read(bomb, { piece: 65_536 })).rejects.toThrow('far larger than it looks')
  })

  test('with many overlapping merged areas is read in about the same time as without', async () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => [inline(`A${at + 1}`, at === 0 ? 'Name' : `Person ${at}`)])
    const areas = (of: (at: number) => string) => Array.from({ length: 40_000 }, (_, at) => of(at))
    // Other work on the machine only adds to the processor time, so the least of three tries is closest.
    const usedBy = async (merged: string[]) => {
      const file = await workbook([{ name: 'A', rows, merged }])
      const tries: number[] = []
      for (let nth = 0; nth < 3; nth += 1) {
        const before = process.cpuUsage()
        expect((await read(file, { piece: 65_536 })).rows).toHaveLength(1_999)
        tries.push(process.cpuUsage(before).user)
      }
      return Math.min(...tries)
    }
    const apart = await usedBy(areas((at) => `A${900_000 + at}:B${900_000 + at}`))
    // As much to parse. Visiting every area at every row took eight times as long.
    expect((await usedBy(areas((at) => `A${(at % 50) + 2}:B${900_000 + at}`))) / apart).toBeLessThan(4)
  })

  test('that is truncated or broken inside is refused with a message', async () => {
    const wholeFile = await messyWorkbook()
    await expect(read(wholeFile.subarray(0, wholeFile.length - 40))).rejects.toThrow('broken or locked')
    const book = await workbook([{ name: 'A', rows: [[inline('A1', 'Name')], ['<c r="A2"><v>1</c>']] }])
    await expect(read(book)).rejects.toThrow('broken or locked')
  })
})
