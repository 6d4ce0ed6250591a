import type { HrFileColumns, HrFileField } from '@crewline/contract/hr-files'
import { HR_FILE_FIELDS } from '@crewline/contract/hr-limits'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { dateOrderOf, readBirthday, readDate, readStatus, splitName, targetOfHeader } from '../../imports/index.ts'
import { EMPLOYEE_MAX, emailFrom, extraFrom, lineFrom } from '../employee-rules.ts'
import type { Employee, ListedPerson } from '../provider.ts'

/** Guesses which column is what by the names of the columns, and how dates are written by the cells of the first rows. */
export function guessColumns(headers: string[], rows: string[][], country: string): HrFileColumns {
  const columns: HrFileColumns['columns'] = {}
  for (const header of headers) {
    const target = targetOfHeader(header)
    const field = target === 'work' ? 'status' : target
    if (isFileField(field) && columns[field] === undefined) columns[field] = header
  }
  const dated = [columns.hireDate, columns.birthday].map((header) => headers.indexOf(header ?? ''))
  const cells = rows.flatMap((row) => dated.filter((at) => at >= 0).map((at) => row[at] ?? ''))
  return { columns, dates: dateOrderOf(cells, country) }
}

function isFileField(field: string | undefined): field is HrFileField {
  return (HR_FILE_FIELDS as readonly string[]).includes(field ?? '')
}

/** Returns what columns lack for people to be told apart and named. */
export function missingFields({ columns }: HrFileColumns): HrFileField[] {
  const isNamed = [columns.firstname, columns.lastname, columns.fullname].some(Boolean)
  return [...(columns.employeeId ? [] : ['employeeId' as const]), ...(isNamed ? [] : ['firstname' as const])]
}

/** Returns a column that a file does not have, although it is needed; undefined when it has them all. */
export function lostColumn({ columns }: HrFileColumns, headers: string[]): string | undefined {
  return Object.values(columns).find((header) => header !== undefined && !headers.includes(header))
}

/** What stands for the id of a person whose row has none. */
const NO_ID = 'row:'

/** What stands for the id of a row that repeats the one of an earlier row. */
export function idOfRepeated(row: number): string {
  return `${NO_ID}${row}:repeated`
}

/** Whether an id stands for a row that does not say whom it is about. */
export function isWithoutId(externalId: string): boolean {
  return externalId.startsWith(NO_ID)
}

/** Reads the person of a row; one without an employee ID gets an id that starts with `row:`. `year` is the current one, which dates with two digits lean on. */
export function readPerson(
  { row, cells }: { row: number; cells: string[] },
  { headers, columns, year }: { headers: string[]; columns: HrFileColumns; year: number },
): ListedPerson {
  const cell = (field: HrFileField) => {
    const at = headers.indexOf(columns.columns[field] ?? '')
    return at < 0 ? '' : (cells[at] ?? '')
  }
  const workId = lineFrom(cell('employeeId'), EMPLOYEE_MAX.id)
  const { firstname, lastname } = nameFrom(cell)
  const name = `${firstname} ${lastname}`.trim() || null
  if (workId === '' || isWithoutId(workId))
    return { externalId: `${NO_ID}${row}`, name, employee: null, problem: withoutId(row) }
  if (name === null)
    return {
      externalId: workId,
      name,
      employee: null,
      problem: msg({ message: 'Row {row} has no name.', values: { row } }),
    }
  const status = statusFrom(cell('status'))
  if (!status) {
    const text = lineFrom(cell('status'), 40)
    const problem = msg({
      message: 'Row {row}: “{text}” is not a status. Use Active, On leave or Terminated.',
      values: { row, text },
    })
    return { externalId: workId, name, employee: null, problem }
  }
  const hired = readDate(cell('hireDate'), columns.dates, year)
  const born = readBirthday(cell('birthday'), columns.dates, year)
  const wrong = [hired === undefined ? cell('hireDate') : '', born === undefined ? cell('birthday') : ''].find(Boolean)
  const phone = lineFrom(cell('phone'), EMPLOYEE_MAX.phone)
  const email = emailFrom(cell('email'))
  const chosen = new Set(Object.values(columns.columns))
  const location = lineFrom(cell('location'), EMPLOYEE_MAX.work)
  const employee: Employee = {
    externalId: workId,
    firstName: firstname,
    lastName: lastname,
    preferredName: lineFrom(cell('preferredName'), EMPLOYEE_MAX.name),
    // A file has one number, one address and one place; which kind they are is not asked.
    personalPhone: phone,
    workPhone: phone,
    personalEmail: email,
    workEmail: email,
    workId,
    title: lineFrom(cell('jobTitle'), EMPLOYEE_MAX.work),
    department: lineFrom(cell('department'), EMPLOYEE_MAX.work),
    site: location,
    city: location,
    startDate: hired ?? '',
    birthday: born ?? '',
    status,
    isContractor: false,
    extra: extraFrom(headers.flatMap((header, at) => (chosen.has(header) ? [] : [[header, cells[at]] as const]))),
  }
  return { externalId: workId, name, employee, problem: wrong ? noDate(row, wrong) : null }
}

function nameFrom(cell: (field: HrFileField) => string): { firstname: string; lastname: string } {
  const max = EMPLOYEE_MAX.name
  const firstname = lineFrom(cell('firstname'), max)
  const lastname = lineFrom(cell('lastname'), max)
  if (firstname !== '' || lastname !== '') return { firstname, lastname }
  const split = splitName(lineFrom(cell('fullname'), 2 * max))
  return { firstname: lineFrom(split.firstname, max), lastname: lineFrom(split.lastname, max) }
}

function statusFrom(text: string): Employee['status'] | undefined {
  if (text === '') return 'active'
  const status = readStatus(text)
  if (status === 'on_leave') return 'on_leave'
  if (status === 'terminated') return 'left'
  return status === undefined ? undefined : 'active'
}

function withoutId(row: number): LocalizedText {
  return msg({ message: 'Row {row} has no employee ID. Add it in the file, and send the file again.', values: { row } })
}

function noDate(row: number, text: string): LocalizedText {
  return msg({
    message: 'Row {row}: “{text}” is not a date. The rest of the row is used.',
    values: { row, text: lineFrom(text, 40) },
  })
}

/** Says that an earlier row has the same employee ID. */
export function repeated(row: number, id: string): LocalizedText {
  return msg({
    message: 'Row {row} has the same employee ID as an earlier row: {id}. Only the first one is used.',
    values: { row, id },
  })
}
