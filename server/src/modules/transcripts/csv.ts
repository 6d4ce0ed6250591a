import type { Locale } from '@crewline/contract/accounts'
import { csvLine } from '../../kernel/spreadsheet/write-csv.ts'
import { labelled, type Entry, type Preamble } from './rules.ts'

const COLUMNS: Record<Locale, readonly string[]> = {
  en: ['Time', 'Direction', 'Sender', 'Status', 'Message', 'Translation', 'Languages', 'Files', 'Id'],
  es: ['Hora', 'Dirección', 'De', 'Estado', 'Mensaje', 'Traducción', 'Idiomas', 'Archivos', 'Id'],
}

/**
 * A conversation as CSV for spreadsheets: UTF-8 with its mark, lines end with CR LF, every line has the same number of
 * cells. First what the file is, then an empty line, the names of the columns, and the messages.
 */
export function asCsv(preamble: Preamble, entries: readonly Entry[], language: Locale): string {
  const head = labelled(preamble, language).map((pair) => line(pair))
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
  return `\ufeff${[...head, line([]), line(COLUMNS[language]), ...rows].join('')}`
}

function line(cells: readonly string[]): string {
  return csvLine(COLUMNS.en.map((_, index) => cells[index] ?? ''))
}
