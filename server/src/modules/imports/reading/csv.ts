import papaparse from 'papaparse'
import { refuse } from './refused.ts'

/** The possible cell separators. */
export type Separator = ',' | ';' | '\t' | '|'

const SEPARATORS: Separator[] = [',', ';', '\t', '|']
/** Maximum characters without a complete row: an unclosed quote would otherwise consume the rest of the file. */
const ROW_MAX = 1_500_000
/** Characters parsed at once. */
const SLICE = 32_768

interface Parsed {
  data: string[][]
  errors: { type: string }[]
  meta: { cursor: number }
}

function parse(text: string, separator: Separator, leaveLast: boolean): Parsed {
  return new papaparse.Parser({ delimiter: separator, newline: '\n' }).parse(text, 0, leaveLast) as Parsed
}

/** Detects the separator of a text from its beginning: the one that gives most rows the same width. */
export function findSeparator(beginning: string): Separator {
  const named = /^sep=([,;\t|])\n/i.exec(beginning)?.[1]
  if (named) return named as Separator
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 }
  for (const separator of SEPARATORS) {
    const { data, errors } = parse(beginning, separator, true)
    const widths = data.filter((row) => row.some((cell) => cell.trim() !== '')).map((row) => row.length)
    const wide = mostCommon(widths.filter((width) => width > 1))
    if (wide === undefined) continue
    const share = widths.filter((width) => width === wide).length / widths.length
    const broken = errors.filter((error) => error.type === 'Quotes').length / widths.length
    const score = share * (1 + Math.min(wide, 20) / 100) - broken
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** Yields the rows of a text including blank ones, so that row numbers match those of a spreadsheet. */
export async function* csvRows(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<string[]> {
  let waiting = ''
  let rows = 0
  for await (const piece of inSlices(text)) {
    waiting += piece
    const { data, meta } = parse(waiting, separator, true)
    waiting = waiting.slice(meta.cursor)
    for (const row of data) yield row
    rows += data.length
    if (waiting.length > ROW_MAX)
      refuse({
        en: `A quote that begins in row ${rows + 1} has no end. Check the quotes of that row and upload the file again.`,
        es: `Una comilla que empieza en la fila ${rows + 1} no termina. Revisa las comillas de esa fila y sube el archivo otra vez.`,
      })
  }
  if (waiting !== '') yield* parse(waiting, separator, false).data
}

/** A slow reader keeps the rows of one slice in memory, so slices are small. */
async function* inSlices(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) for (let at = 0; at < piece.length; at += SLICE) yield piece.slice(at, at + SLICE)
}

function mostCommon(numbers: number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0]
}
