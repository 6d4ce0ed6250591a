import papaparse from 'papaparse'
import { refuse } from './refused.ts'

/** The signs that part cells. */
export type Separator = ',' | ';' | '\t' | '|'

const SEPARATORS: Separator[] = [',', ';', '\t', '|']
/** Characters without a whole row: a quote that nobody closes would swallow the rest of the file. */
const ROW_MAX = 1_500_000
/** Characters that are parsed at once. */
const SLICE = 32_768

interface Parsed {
  data: string[][]
  errors: { type: string }[]
  meta: { cursor: number }
}

function parse(text: string, separator: Separator, leaveLast: boolean): Parsed {
  return new papaparse.Parser({ delimiter: separator, newline: '\n' }).parse(text, 0, leaveLast) as Parsed
}

/** Finds which sign parts the cells of a text by its beginning: the one that makes most rows equally wide. */
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

/** The rows of a text one after another, blank ones included, so that they count as a spreadsheet counts them. */
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

/** Whoever reads slowly holds the rows of one slice, so slices are small. */
async function* inSlices(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) for (let at = 0; at < piece.length; at += SLICE) yield piece.slice(at, at + SLICE)
}

function mostCommon(numbers: number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0]
}
