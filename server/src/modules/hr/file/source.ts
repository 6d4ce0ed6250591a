import type { Scope } from '../../../kernel/scope.ts'
import type { EmployeePage, ListedPerson } from '../provider.ts'
import type { Connection } from '../store/connection.ts'
import { alreadyRead, fileRowsAfter, readFileOf } from '../store/files.ts'
import { idOfRepeated, lostColumn, missingFields, readPerson, repeated } from './person-rules.ts'

/** Why a file cannot be read as people: a column that is missing in it, or columns that a member must choose first. */
export class ColumnsWrong extends Error {
  readonly header: string | undefined

  constructor(header?: string) {
    super(header === undefined ? 'columns are not chosen' : 'a column is missing')
    this.header = header
  }
}

/** Returns the people of some rows of a file. A row that repeats an employee ID is a problem of its own. */
export async function readFilePage(
  scope: Scope,
  { connection, syncId, fileId }: { connection: Connection; syncId: string; fileId: string },
  { offset, limit }: { offset: number; limit: number },
): Promise<EmployeePage | undefined> {
  const { orgId } = scope
  const file = await readFileOf(scope.db, orgId, fileId)
  if (!file) return undefined
  const { headers, rows: total } = file
  const columns = connection.fileColumns
  if (!columns || missingFields(columns).length > 0) throw new ColumnsWrong()
  const lost = lostColumn(columns, headers)
  if (lost !== undefined) throw new ColumnsWrong(lost)
  const rows = await fileRowsAfter(scope.db, { orgId, fileId }, { after: offset, most: limit })
  const year = scope.world.now().getUTCFullYear()
  const read = rows.map((row) => ({ row: row.row, ...readPerson(row, { headers, columns, year }) }))
  const ids = read.map((person) => person.externalId)
  const seen = await alreadyRead(scope.db, { orgId, syncId }, ids)
  const people = read.map(({ row, ...person }): ListedPerson => {
    const { externalId } = person
    if (!seen.has(externalId)) {
      seen.add(externalId)
      return person
    }
    return { externalId: idOfRepeated(row), name: person.name, employee: null, problem: repeated(row, externalId) }
  })
  return { people, total, listed: rows.length, next: rows.at(-1)?.place }
}
