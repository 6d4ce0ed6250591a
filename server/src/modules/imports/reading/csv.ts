import { msg } from '@crewline/contract/localized-text'
import papaparse from 'papaparse'
import { inSlices } from './in-slices.ts'
import { refuse } from './refused.ts'

/** The possible cell separators. */
export type Separator = ',' | ';' | '\t' | '|'

const SEPARATORS: Separator[] = [',', ';', '\t', '|']
/** Maximum characters without a complete row: an unclosed quote would otherwise consume the rest of the file. */
const ROW_MAX = 1_500_000
/** A quote without an end that takes in this many lines has hidden rows. */
const HIDDEN_LINES = 3

interface Parsed {
  data: string[][]
  errors: { type: string; code: string }[]
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
    if (waiting.length > ROW_MAX) refuseEndless(rows + 1, waiting)
  }
  if (waiting === '') return
  const { data, errors } = parse(waiting, separator, false)
  // Without the check, all rows behind the quote would be read as one cell.
  const hidden = data.findIndex((row) => row.some((cell) => cell.split('\n', HIDDEN_LINES).length === HIDDEN_LINES))
  if (hidden >= 0 && errors.some((error) => error.code === 'MissingQuotes')) refuseEndless(rows + hidden + 1, waiting)
  yield* data
}

/** Says what is wrong with a row that does not end: a quote, or no line end. */
function refuseEndless(row: number, text: string): never {
  if (text.includes('"'))
    refuse(
      msg({
        message: 'A quote that begins in row {row} has no end. Check the quotes of that row and upload the file again.',
        values: { row },
      }),
    )
  return refuse(
    msg({
      message: 'Row {row} is too long. Check that each person has a line of their own and upload the file again.',
      values: { row },
    }),
  )
}

function mostCommon(numbers: number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0]
}
