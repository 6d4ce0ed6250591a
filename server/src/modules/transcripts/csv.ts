import { labelled, type Entry, type Preamble } from './rules.ts'

const COLUMNS = ['Time', 'Direction', 'Sender', 'Status', 'Message', 'Translation', 'Languages', 'Files', 'Id'] as const

/** What a spreadsheet would take for a formula, or for the end of a cell, also in full width (OWASP ASVS 1.2.10). */
const RISKY = /^'*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/

/** One cell: quoted as RFC 4180 says; what a spreadsheet would run gets an apostrophe in front, which `unguarded` takes away. */
export function cell(text: string): string {
  const guarded = RISKY.test(text) ? `'${text}` : text
  return /[",\r\n\0]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The text of a cell before it was guarded. */
export function unguarded(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text
}

/**
 * A conversation as CSV for spreadsheets: UTF-8 with its mark, lines end with CR LF, every line has the same number of
 * cells. First what the file is, then an empty line, the names of the columns, and the messages.
 */
export function asCsv(preamble: Preamble, entries: readonly Entry[]): string {
  const head = labelled(preamble).map((pair) => line(pair))
  const rows = entries.map((one) =>
    line([
      one.at,
      one.direction,
      one.sender,
      one.status,
      one.body,
      one.translation,
      one.translationLanguage,
      one.files.join('; '),
      one.id,
    ]),
  )
  return `\ufeff${[...head, line([]), line([...COLUMNS]), ...rows].join('')}`
}

function line(cells: readonly string[]): string {
  const padded = COLUMNS.map((_, index) => cell(cells[index] ?? ''))
  return `${padded.join(',')}\r\n`
}
