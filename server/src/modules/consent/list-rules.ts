import { parsePhone } from '@crewline/contract/phone'

/** The text of a file; null where its bytes are no text, such as a workbook or a picture. */
export function textOf(bytes: Buffer): string | null {
  const [first, second] = bytes
  // Spreadsheet programs write "Unicode text" as UTF-16 with its mark.
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  return text.includes('\0') || text.startsWith('PK\u0003\u0004') ? null : text
}

/** The first cell of a line and the number of that line. */
export interface FirstCell {
  row: number
  text: string
}

/**
 * The first cell of every line that has one: RFC 4180, with commas, semicolons or tabs between cells, also where a later cell
 * in quotation marks goes over several lines. Quotation marks are no part of a number and go.
 */
export function firstCells(text: string): FirstCell[] {
  const cells: FirstCell[] = []
  let cell = ''
  let row = 1
  let line = 1
  let isFirst = true
  let isQuoted = false
  // Where a quotation mark opens a cell; two marks in a row close it and open it again.
  let mayOpen = true
  for (const sign of `${text.replace(/\r\n?/g, '\n')}\n`) {
    if (sign === '\n') line += 1
    if (sign === '"' && (isQuoted || mayOpen)) {
      isQuoted = !isQuoted
      mayOpen = true
    } else if (sign === '\n' && !isQuoted) {
      if (cell.trim() !== '') cells.push({ row, text: cell.trim() })
      cell = ''
      row = line
      isFirst = mayOpen = true
    } else if (!isQuoted && /[,;\t]/.test(sign)) {
      isFirst = false
      mayOpen = true
    } else {
      if (isFirst) cell += sign
      mayOpen = false
    }
  }
  return cells
}

/** The number in a cell as E.164, or null; an apostrophe that a spreadsheet wants in front of a plus goes. */
export function numberIn(cell: string, country: string): string | null {
  return parsePhone(cell.replace(/^'/, ''), country)?.e164 ?? null
}
