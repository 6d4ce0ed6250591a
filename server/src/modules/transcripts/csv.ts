import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import { csvLine } from '../../kernel/spreadsheet/write-csv.ts'
import { labelled, type Entry, type Preamble } from './rules.ts'

const COLUMNS: readonly LocalizedText[] = [
  msg({ message: 'Time' }),
  msg({ message: 'Direction' }),
  msg({ message: 'Sender', context: 'transcript' }),
  msg({ message: 'Status' }),
  msg({ message: 'Message' }),
  msg({ message: 'Translation' }),
  msg({ message: 'Languages' }),
  msg({ message: 'Files' }),
  msg({ message: 'Id', context: 'transcript' }),
]

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
  return `\ufeff${[...header, line([]), line(COLUMNS.map((text) => localize(text, language))), ...rows].join('')}`
}

function line(cells: readonly string[]): string {
  return csvLine(COLUMNS.map((_, index) => cells[index] ?? ''))
}
