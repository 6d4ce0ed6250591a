import type { Locale } from '@crewline/contract/accounts'
import { csvLine } from '../../kernel/spreadsheet/write-csv.ts'
import { labelled, type Entry, type Preamble } from './rules.ts'

const COLUMNS: Record<Locale, readonly string[]> = {
  en: ['Time', 'Direction', 'Sender', 'Status', 'Message', 'Translation', 'Languages', 'Files', 'Id'],
  es: ['Hora', 'Dirección', 'De', 'Estado', 'Mensaje', 'Traducción', 'Idiomas', 'Archivos', 'Id'],
}

/**
 * Returns a conversation as CSV for spreadsheets: UTF-8 with a byte order mark, CR LF line ends, the same number of
 * cells in every line. The preamble comes first, then an empty line, the column names, and the messages.
 */
export function asCsv(preamble: Preamble, entries: readonly Entry[], language: Locale): string {
  const header = labelled(preamble, language).map((pair) => line(pair))
  const rows = entries.map((entry) =>
    line([
      entry.at,
      entry.direction,
      entry.sender,
      entry.status,
      entry.body,
      entry.translation,
      entry.translationLanguage,
      entry.files.join('; '),
      entry.id,
    ]),
  )
  return `\ufeff${[...header, line([]), line(COLUMNS[language]), ...rows].join('')}`
}

function line(cells: readonly string[]): string {
  return csvLine(COLUMNS.en.map((_, index) => cells[index] ?? ''))
}
