import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { problemRows } from './row-views.ts'
import { importById } from './views.ts'

const PROBLEM: LocalizedText = msg({ message: 'Problem' })
const FILE_NAME: LocalizedText = msg({ message: 'rows-to-fix' })

/** Rows read at once. */
const PAGE = 500

/**
 * Exports the rows that were not imported with their own columns and the reasons, to be corrected and imported again.
 */
export async function problemFile(scope: Scope, id: string, format: 'csv' | 'xlsx'): Promise<Download> {
  const importRecord = (await importById(scope, id)) ?? fail('not_found')
  const language = languageOf(scope)
  const header = [...importRecord.columns.map((column) => column.header), localize(PROBLEM, language)]
  const pages = async function* () {
    for (let after = 0; ;) {
      const rows = await problemRows(scope.db, id, { after, most: PAGE, language })
      if (rows.length > 0)
        yield rows.map((row) => [
          ...importRecord.columns.map((column) => row.cells[column.index] ?? ''),
          row.problemText,
        ])
      if (rows.length < PAGE) return
      after = rows.at(-1)?.row ?? after
    }
  }
  return fileOf(localize(FILE_NAME, language), format, header, pages())
}

/** Builds a download of a table in either format. */
export function fileOf(
  name: string,
  format: 'csv' | 'xlsx',
  header: string[],
  pages: AsyncIterable<string[][]>,
): Download {
  return format === 'csv'
    ? { download: true, name: `${name}.csv`, type: CSV_TYPE, content: writeCsv(header, pages) }
    : { download: true, name: `${name}.xlsx`, type: XLSX_TYPE, content: writeXlsx(header, pages) }
}
