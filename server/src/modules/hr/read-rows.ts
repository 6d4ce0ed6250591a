import { isDeepStrictEqual } from 'node:util'
import { HR_SOURCE_FIELDS_MAX } from '@crewline/contract/hr-limits'
import type { Tx } from '../../kernel/scope.ts'
import { valuesOf } from './compare-rules.ts'
import { onlyChosen } from './custom-rules.ts'
import type { EmployeePage } from './provider.ts'
import { settingsFrom } from './settings-rules.ts'
import { saveSourceFields, type Connection } from './store/connection.ts'
import type { ReadRow } from './store/rows.ts'

/** Remembers what the source says beyond the standard fields, so that a member can choose what fills custom fields. */
export async function keepSourceFields(
  tx: Tx,
  page: EmployeePage,
  { known, connection }: { known: string[]; connection: Connection },
): Promise<void> {
  const found = page.people.flatMap(({ employee }) => Object.keys(employee?.extra ?? {}))
  const names = [...new Set([...known, ...found])].slice(0, HR_SOURCE_FIELDS_MAX)
  if (!isDeepStrictEqual(names, connection.sourceFields)) await saveSourceFields(tx, names)
}

/** The rows of a page, with the number that counts and only what fills a field. */
export function rowsOf(page: EmployeePage, connection: Connection, country: string): ReadRow[] {
  const settings = settingsFrom(connection.settings)
  const read = page.people.map((person) => ({ ...person, employee: onlyChosen(person.employee, settings) }))
  return read.map(({ externalId, name, employee, problem }) => ({
    externalId,
    name: name || (employee && `${employee.firstName} ${employee.lastName}`.trim()) || externalId,
    phone: (employee && valuesOf(employee, settings, country).phone) || null,
    employee,
    isUnreadable: employee === null,
    readProblem: problem,
  }))
}
