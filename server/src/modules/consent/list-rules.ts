import { parsePhone } from '@crewline/contract/phone'

/** Decodes the text of a file. Returns null when its bytes are not text, for example a workbook or a picture. */
export function textOf(bytes: Buffer): string | null {
  const [first, second] = bytes
  // Spreadsheet programs save "Unicode text" as UTF-16 with a byte order mark.
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  return text.includes('\0') || text.startsWith('PK\u0003\u0004') ? null : text
}

/** The first cell of a line, with its line number. */
export interface FirstCell {
  row: number
  text: string
}

/**
 * Returns the first cell of every line that has one. Reads RFC 4180 with commas, semicolons or tabs, including later
 * quoted cells that span several lines. Removes quotation marks.
 */
export function firstCells(text: string): FirstCell[] {
  const cells: FirstCell[] = []
  let cell = ''
  let row = 1
  let line = 1
  let isFirst = true
  let isQuoted = false
  // A quotation mark opens a cell only here. Two in a row close it and open it again.
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

/**
 * Parses the number in a cell as E.164, or returns null. Removes the apostrophe that spreadsheets put before a plus.
 */
export function numberIn(cell: string, country: string): string | null {
  return parsePhone(cell.replace(/^'/, ''), country)?.e164 ?? null
}
