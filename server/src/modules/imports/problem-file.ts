import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import type { Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { problemRows } from './row-views.ts'
import { importById } from './views.ts'

/** Rows read at once. */
const PAGE = 500

/** The rows that stay out as a file with its own columns and why, to correct and bring in again. */
export async function problemFile(scope: Scope, id: string, format: 'csv' | 'xlsx'): Promise<Download> {
  const one = (await importById(scope.db, id)) ?? fail('not_found')
  const header = [...one.columns.map((column) => column.header), 'Problem']
  const pages = async function* () {
    for (let after = 0; ;) {
      const rows = await problemRows(scope.db, id, after, PAGE)
      if (rows.length > 0)
        yield rows.map((row) => [...one.columns.map((column) => row.cells[column.index] ?? ''), row.words])
      if (rows.length < PAGE) return
      after = rows.at(-1)?.row ?? after
    }
  }
  return fileOf('rows-to-fix', format, header, pages())
}

/** A table as a download in either format. */
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
