import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { EMAIL_MAX, NAME_MAX } from '@crewline/contract/limits'
import { checkCustom } from '../../fields/index.ts'
import { folded } from '../../../kernel/text.ts'
import { languageFrom } from '../matching/languages.ts'
import { readBirthday, readDate } from './date-rules.ts'
import type { Draft } from './draft.ts'
import { fixCapitals, splitName } from './name-rules.ts'
import { replaced, suggestionFor } from './choice-rules.ts'
import { dateOf, newValue } from './new-field-rules.ts'
import { readPhone } from './phone-rules.ts'
import { problem, type CheckPlan, type RowProblem, type StoredColumn } from './plan.ts'
import { readStatus, readZone } from './status-rules.ts'

/** A row as read: its contact fields, group names and problems. */
export interface RowReading {
  draft: Draft
  groups: string[]
  problems: RowProblem[]
}

const GROUPS_MAX = 20
const GROUP_NAME_MAX = 60

/** Maximum lengths in characters. */
const TEXTS: Partial<Record<string, { label: LocalizedText; most: number }>> = {
  firstname: { label: msg({ message: 'First name', context: 'start of a sentence' }), most: NAME_MAX },
  lastname: { label: msg({ message: 'Last name', context: 'start of a sentence' }), most: NAME_MAX },
  preferredName: { label: msg({ message: 'Preferred name', context: 'start of a sentence' }), most: NAME_MAX },
  employeeId: { label: msg({ message: 'Employee ID', context: 'start of a sentence' }), most: 60 },
  jobTitle: { label: msg({ message: 'Job title', context: 'start of a sentence' }), most: 80 },
  department: { label: msg({ message: 'Department', context: 'start of a sentence' }), most: 80 },
  location: { label: msg({ message: 'Location', context: 'start of a sentence' }), most: 80 },
}

const NO_EMAIL: LocalizedText = msg({ message: "This isn't an email address. Check the @ and what comes after it." })
const NO_ZONE: LocalizedText = msg({ message: "We don't know this time zone. Type one such as America/Chicago." })
const NO_DATE: LocalizedText = msg({ message: 'This is not a date. Type one such as 2024-03-15.' })
const NO_BIRTHDAY: LocalizedText = msg({ message: 'This is not a birthday. Type one such as 1990-04-23 or 04-23.' })

/** Reads a row of the file by its columns. Never throws: unreadable values become problems with a message. */
export function readRow(cells: string[], plan: CheckPlan): RowReading {
  const reading: RowReading = { draft: {}, groups: [], problems: [] }
  for (const column of plan.columns) {
    const { target, newField, index } = column
    const cell = (cells[index] ?? '').replace(/\s+/g, ' ').trim()
    if (newField) readNew(reading, cells[index] ?? '', { column, plan })
    else if (target === null) continue
    else if (target === 'groups') readGroups(reading, cell, index)
    else if (target.startsWith('custom.')) readCustom(reading, cells[index] ?? '', { column, plan })
    else if (cell === '') empty(reading.draft, target, plan.options.emptyClears)
    else readAttribute(reading, column.fixCapitals ? fixCapitals(cell) : cell, { column, plan })
  }
  return reading
}

interface At {
  column: StoredColumn
  plan: CheckPlan
}

/** An empty cell is ignored, or clears the known value if the options say so; a name is never cleared. */
function empty(draft: Draft, target: string, clears: boolean): void {
  if (!clears || ['firstname', 'lastname', 'fullname', 'language', 'work', 'employeeId', 'phone'].includes(target))
    return
  const isNothing = ['timezone', 'hireDate', 'birthday', 'shift'].includes(target)
  Object.assign(draft, { [target]: isNothing ? null : '' })
}

function readAttribute(reading: RowReading, cell: string, { column, plan }: At): void {
  const { draft, problems } = reading
  const { index } = column
  const target = column.target as string
  const text = TEXTS[target]
  if (text) {
    if (cell.length > text.most) problems.push(problem('too_long', tooLong(text.label, cell.length, text.most), index))
    else Object.assign(draft, { [target]: cell })
    return
  }
  const refuse = (text: LocalizedText) => void problems.push(problem(`${target}_invalid`, text, index))
  const order = column.readOrder ?? 'mdy'
  switch (target) {
    case 'fullname':
      return readName(reading, cell, index)
    case 'phone': {
      const phone = readPhone(cell, plan.country)
      if ('words' in phone) refuse(phone.words)
      else Object.assign(draft, { phone: phone.e164, phoneKind: phone.kind })
      return
    }
    case 'email': {
      const email = cell.replace(/^mailto:/i, '')
      if (/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@.,;<>"]{2,}$/.test(email) && email.length <= EMAIL_MAX) draft.email = email
      else refuse(NO_EMAIL)
      return
    }
    case 'language': {
      const language = languageFrom(cell)
      if (language) draft.language = language
      else
        refuse(
          msg({
            message: "We don't know the language “{value}”. Type its name, such as Spanish, or its code, such as es.",
            values: { value: shortened(cell) },
          }),
        )
      return
    }
    case 'timezone': {
      const zone = readZone(cell)
      if (zone) draft.timezone = zone
      else refuse(NO_ZONE)
      return
    }
    case 'hireDate': {
      const day = readDate(cell, order, plan.thisYear + 1)
      if (day) draft.hireDate = day
      else refuse(NO_DATE)
      return
    }
    case 'birthday': {
      const day = readBirthday(cell, order, plan.thisYear)
      if (day) draft.birthday = day
      else refuse(NO_BIRTHDAY)
      return
    }
    case 'shift': {
      const shift = plan.shifts.get(cell.toLowerCase()) ?? plan.shifts.get(folded(cell))
      if (shift) draft.shift = shift.id
      else refuse(unknownShift(cell, plan))
      return
    }
    case 'work': {
      const work = readStatus(cell)
      if (work) draft.work = work
      else
        refuse(
          msg({
            message: "“{value}” isn't a status. Type active, on leave, terminated, or blocked.",
            values: { value: shortened(cell) },
          }),
        )
    }
  }
}

/** Shifts named in a problem at most. */
const SHIFTS_NAMED = 5

function unknownShift(cell: string, { shifts }: CheckPlan): LocalizedText {
  const names = [...new Set([...shifts.values()].map(({ name }) => name))]
  if (names.length === 0) return msg({ message: 'There are no shifts yet. Add them in Settings, Texting.' })
  const shown = names.slice(0, SHIFTS_NAMED).join(', ')
  const values = { value: shortened(cell), names: names.length > SHIFTS_NAMED ? `${shown}, …` : shown }
  return msg({ message: 'There is no shift “{value}”. Type one of these: {names}.', values })
}

function readName({ draft, problems }: RowReading, cell: string, index: number): void {
  const { firstname, lastname } = splitName(cell)
  if (firstname.length > NAME_MAX || lastname.length > NAME_MAX)
    problems.push(
      problem(
        'too_long',
        msg({
          message: 'This name is too long. Use {most} characters or fewer for each part.',
          values: { most: NAME_MAX },
        }),
        index,
      ),
    )
  else
    Object.assign(
      draft,
      { firstname: draft.firstname ?? firstname },
      lastname ? { lastname: draft.lastname ?? lastname } : {},
    )
}

function readGroups({ groups, problems }: RowReading, cell: string, index: number): void {
  const names = cell
    .split(/[;,|]/)
    .map((name) => name.trim())
    .filter(Boolean)
  for (const name of names) {
    if (name.length > GROUP_NAME_MAX)
      return void problems.push(problem('too_long', tooLong(GROUP_NAME, name.length, GROUP_NAME_MAX), index))
    if (!groups.some((groupName) => groupName.toLowerCase() === name.toLowerCase())) groups.push(name)
  }
  if (groups.length > GROUPS_MAX)
    problems.push(
      problem('too_many', msg({ message: 'A row can name up to {most} groups.', values: { most: GROUPS_MAX } }), index),
    )
}

function readCustom({ draft, problems }: RowReading, cell: string, { column, plan }: At): void {
  const key = (column.target as string).slice('custom.'.length)
  const field = plan.fields.find((customField) => customField.key === key)
  if (!field || (cell.trim() === '' && (!plan.options.emptyClears || field.required))) return
  const value = field.type === 'date' ? dateOf(cell, column, plan.thisYear) : replaced(cell, column, field)
  const { values, errors } = checkCustom([field], { [key]: value }, { country: plan.country, partial: true })
  const text = errors[`custom.${key}`]
  if (text !== undefined)
    problems.push({ ...problem('custom_invalid', text, column.index), suggestion: suggestionFor(value, field) })
  else draft.custom = { ...draft.custom, ...values }
}

function readNew({ draft, problems }: RowReading, cell: string, { column, plan }: At): void {
  const text = cell.trim()
  if (text === '') return
  const made = newValue(text, column, plan.thisYear)
  if ('words' in made) problems.push(problem('custom_invalid', made.words, column.index))
  else draft.custom = { ...draft.custom, [column.newKey ?? '']: made.value }
}

const GROUP_NAME: LocalizedText = msg({ message: "A group's name" })

function tooLong(label: LocalizedText, has: number, most: number): LocalizedText {
  return msg({ message: '{label} has {has} characters. Use {most} or fewer.', values: { label, has, most } })
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
