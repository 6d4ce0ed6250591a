import { randomBytes } from 'node:crypto'
import { text as textOf, buffer as bytesOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import papaparse from 'papaparse'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { harmless, unharmed } from './harmless.ts'
import { writeCsv, type Rows } from './write-csv.ts'
import { columnName, writeXlsx } from './write-xlsx.ts'

/** What a spreadsheet would start a formula with, or end a cell at. */
const BEGINNINGS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']

const HOSTILE = [
  ...BEGINNINGS.map((sign) => `${sign}cmd|' /C calc'!A0`),
  ...[
    '+15550102233',
    '-2+3',
    '=HYPERLINK("https://evil.test","Open")',
    "'=1",
    "''+1",
    "'",
    "O'Brien",
    '"',
    '""',
    ',',
    '\r\n',
  ],
  ...[' leading', 'trailing ', '', 'García', '李', '😀', '\u0000', '_x0041_', 'a<b>&"c"', 'two\nlines', 'a;b', 'null'],
]

async function* inPages(rows: string[][], size = 2): Rows {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function csvBack(header: string[], rows: string[][]): Promise<string[][]> {
  const written = await textOf(writeCsv(header, inPages(rows)))
  const parsed = papaparse.parse<string[]>(written.replace(/^\ufeff/, ''), {
    header: false,
    delimiter: ',',
    newline: '\r\n',
  })
  expect(parsed.errors).toEqual([])
  return parsed.data.slice(0, -1)
}

async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const file = await fromBufferPromise(bytes)
  const parts = new Map<string, string>()
  for await (const entry of file.eachEntry())
    parts.set(entry.fileName, await textOf(await file.openReadStreamPromise(entry)))
  return parts
}

function cellsOf(sheet: string): Map<string, string> {
  const cells = new Map<string, string>()
  let at = ''
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    if (tag.name === 'c') at = String(tag.attributes['r'])
  })
  parser.on('text', (text) => {
    if (at !== '') cells.set(at, (cells.get(at) ?? '') + text)
  })
  parser.on('closetag', (tag) => {
    if (tag.name === 'c') at = ''
  })
  parser.write(sheet).close()
  return new Map([...cells].map(([name, text]) => [name, plain(text)]))
}

/** Decodes `_xHHHH_`. */
function plain(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

describe('a cell', () => {
  test.each(BEGINNINGS)('that begins with %j is not a formula and round-trips', (sign) => {
    expect(harmless(`${sign}1`)).toBe(`'${sign}1`)
    expect(unharmed(harmless(`${sign}1`))).toBe(`${sign}1`)
  })

  test('loses only the one apostrophe that was added', () => {
    expect(['O’Brien', "'quoted'", "'"].map(harmless)).toEqual(['O’Brien', "'quoted'", "'"])
    expect(["'quoted'", "'", "''"].map(unharmed)).toEqual(["'quoted'", "'", "''"])
    expect(unharmed("''=1")).toBe("'=1")
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => unharmed(harmless(text)) === text),
      { numRuns: 1_000 },
    )
  })
})

describe('a CSV', () => {
  test('contains each hostile cell as one harmless cell', async () => {
    const rows = HOSTILE.map((text) => ['a', text, 'b'])
    const back = await csvBack(['=one', 'two', 'three'], rows)
    expect(back.map((row) => row.map(unharmed))).toEqual([['=one', 'two', 'three'], ...rows])
    for (const row of back) for (const cell of row) expect(BEGINNINGS).not.toContain(cell[0])
  })

  test('round-trips any content', async () => {
    const rows = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(rows, async (expected) => {
        const back = await csvBack(['one', 'two'], expected)
        expect(back.slice(1).map((row) => row.map(unharmed))).toEqual(
          expected.map((row) => row.map((cell) => cell.toWellFormed())),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('fails when its rows fail, instead of ending early', async () => {
    async function* broken(): Rows {
      yield [['a']]
      throw new Error('the database went away')
    }
    await expect(textOf(writeCsv(['one'], broken()))).rejects.toThrow('the database went away')
    await expect(bytesOf(writeXlsx(['one'], broken()))).rejects.toThrow('the database went away')
  })
})

describe('a workbook', () => {
  test('contains each hostile cell as harmless text', async () => {
    const rows = HOSTILE.map((text) => ['a', text])
    const parts = await partsOf(await bytesOf(writeXlsx(['=one', 'two'], inPages(rows))))
    expect([...parts.keys()]).toContain('xl/workbook.xml')
    const cells = cellsOf(parts.get('xl/worksheets/sheet1.xml') ?? '')
    expect(cells.get('A1')).toBe("'=one")
    HOSTILE.forEach((text, n) => expect(unharmed(cells.get(`B${n + 2}`) ?? '')).toBe(text))
    for (const cell of cells.values()) expect(BEGINNINGS).not.toContain(cell[0])
  })

  test('names its columns as spreadsheets do, and holds many rows', async () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
    const rows = Array.from({ length: 5_000 }, (_, n) => [`Name ${n}`, '+15550102233'])
    const parts = await partsOf(await bytesOf(writeXlsx(['one', 'two'], inPages(rows, 500))))
    const cells = cellsOf(parts.get('xl/worksheets/sheet1.xml') ?? '')
    expect(cells.get('A5001')).toBe('Name 4999')
    expect(cells.size).toBe(10_002)
  })

  test('is the same file for the same rows', async () => {
    const write = () => bytesOf(writeXlsx(['one'], inPages([['a'], ['b']])))
    expect(await write()).toEqual(await write())
  })

  test('reads no more rows than its reader takes, and stops when the reader leaves', async () => {
    let pages = 0
    let stopped = false
    async function* endless(): Rows {
      try {
        for (;;) {
          pages++
          yield [Array.from({ length: 20 }, () => randomBytes(500).toString('hex'))]
        }
      } finally {
        stopped = true
      }
    }
    const file = writeXlsx(['one'], endless())
    for await (const piece of file.iterator({ destroyOnReturn: false })) {
      if (piece) break
    }
    const isStill = async () => {
      const read = pages
      await wait(100)
      return pages === read
    }
    await expect.poll(isStill).toBe(true)
    expect(pages).toBeLessThan(100)
    file.destroy()
    await expect.poll(() => stopped).toBe(true)
  })
})
