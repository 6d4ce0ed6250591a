import { msg } from '@crewline/contract/localized-text'
import { IMPORT_COLUMNS_MAX } from '@crewline/contract/limits'
import type { LocalizedText } from '@crewline/contract/words'
import type { SaxesTagPlain } from 'saxes'
import type { Archive } from './archive.ts'
import { columnOf, numberText, unescaped } from './cell-rules.ts'
import { inSlices } from './in-slices.ts'
import { refuse } from './refused.ts'
import type { Line } from './table.ts'
import type { Workbook } from './workbook.ts'
import { xmlParser } from './xml-parser.ts'

/** Longer cell texts are cut: such a cell is refused anyway. */
const TEXT_MAX = 40_000
/** Maximum number of merged areas in a sheet. */
const MERGED_MAX = 100_000

/** A merged area: its column and its rows. */
interface Merged {
  column: number
  from: number
  to: number
}

/** Yields the rows of a sheet; formulas give their last value, merged cells the value of their first cell. */
export async function* sheetRows(archive: Archive, book: Workbook): AsyncGenerator<Line> {
  const merged = await mergedAreas(inSlices(archive.text(book.sheet)))
  if (merged.length > 0)
    book.notes.push(msg({ message: 'Merged cells were filled with the value of their first cell.' }))
  const reader = rowReader(book)
  // By column: areas of a real sheet never overlap, and a made-up one must not make every row visit every area.
  const held = new Map<number, { area: Merged; value: string }>()
  let next = 0
  const filled = (line: Line): Line => {
    for (; next < merged.length && (merged[next] as Merged).from <= line.row; next++) {
      const area = merged[next] as Merged
      held.set(area.column, { area, value: '' })
    }
    for (const [column, entry] of held) {
      if (line.row > entry.area.to) held.delete(column)
      else if (line.row === entry.area.from) entry.value = line.cells[column] ?? ''
      else if (entry.value !== '') line.cells[column] = entry.value
    }
    return line
  }
  for await (const piece of inSlices(archive.text(book.sheet)))
    for (const line of reader.read(piece)) yield filled(line)
  for (const line of reader.end()) yield filled(line)
  if (reader.errors() > 0) book.notes.push(skippedErrorsText(reader.errors()))
}

function skippedErrorsText(count: number): LocalizedText {
  return count === 1
    ? msg({ message: '1 cell holds an error such as #N/A and is read as empty.' })
    : msg({ message: '{count} cells hold an error such as #N/A and are read as empty.', values: { count } })
}

/** Merged areas come at the end of a sheet, so a separate pass finds them before the rows are read. */
async function mergedAreas(text: AsyncIterable<string>): Promise<Merged[]> {
  const areas: Merged[] = []
  let buffered = ''
  for await (const piece of text) {
    buffered += piece
    for (const match of buffered.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g)) {
      const [, column = '', from = '', to = ''] = match
      const at = columnOf(column)
      if (to !== from && at < IMPORT_COLUMNS_MAX) areas.push({ column: at, from: Number(from), to: Number(to) })
      if (areas.length > MERGED_MAX)
        refuse(msg({ message: 'This sheet has too many merged cells. Save it as CSV and upload that.' }))
    }
    // Keeps a possible start of a tag for the next piece.
    const last = buffered.lastIndexOf('<')
    buffered = last >= 0 && buffered.length - last < 500 ? buffered.slice(last) : ''
  }
  return areas.sort((a, b) => a.from - b.from)
}

interface Cell {
  column: number
  type: string
  style: number
  text: string
}

function rowReader(book: Workbook) {
  let lines: Line[] = []
  let line: Line | undefined
  let cell: Cell | undefined
  let isText = false
  let isReading = false
  let lastRow = 0
  let errors = 0
  const valueOf = ({ type, style, text }: Cell): string => {
    if (type === 's') return unescaped(book.shared[Number(text)] ?? '')
    if (type === 'b') return text === '1' ? 'TRUE' : text === '' ? '' : 'FALSE'
    if (type === 'e') errors += text === '' ? 0 : 1
    if (type === 'e') return ''
    if (type === 'd') return text.replace(/T00:00:00(\.0+)?Z?$/, '')
    if (type === 'n') return numberText(text, book.formats[style] ?? { kind: 'plain' }, book.is1904)
    return unescaped(text)
  }
  const opened: Record<string, (tag: SaxesTagPlain) => void> = {
    row: ({ attributes }) => {
      lastRow = Number(attributes['r'] ?? lastRow + 1)
      line = { row: lastRow, cells: [] }
    },
    c: ({ attributes }) => {
      const column = attributes['r'] ? columnOf(attributes['r']) : (line?.cells.length ?? 0)
      if (column < 0 || column >= 16_384)
        refuse(msg({ message: 'This sheet has more columns than a spreadsheet can have.' }))
      cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), text: '' }
    },
    rPh: () => (isReading = true),
    v: () => (isText = true),
    t: () => (isText = !isReading),
  }
  const closed: Record<string, () => void> = {
    v: () => (isText = false),
    t: () => (isText = false),
    rPh: () => (isReading = false),
    c: () => {
      if (!line || !cell) return
      while (line.cells.length < cell.column) line.cells.push('')
      line.cells[cell.column] = valueOf(cell)
      cell = undefined
    },
    row: () => {
      if (line) lines.push(line)
      line = undefined
    },
  }
  const parser = xmlParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => opened[local(tag.name)]?.(tag))
  parser.on('closetag', (tag) => closed[local(tag.name)]?.())
  parser.on('text', (text) => {
    if (isText && cell && cell.text.length < TEXT_MAX) cell.text += text
  })
  const takeLines = (): Line[] => {
    const all = lines
    lines = []
    return all
  }
  return {
    read: (piece: string) => (parser.write(piece), takeLines()),
    end: () => (parser.close(), takeLines()),
    errors: () => errors,
  }
}
