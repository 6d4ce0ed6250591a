import { parsePhone } from '@crewline/contract/phone'
import { folded } from '../../../kernel/text.ts'
import { isAboutOthers, plainHeader, targetOfHeader } from './header-words.ts'
import { languageFrom } from './languages.ts'
import { isTarget, type Target } from './targets.ts'

/** A custom field, with what column matching needs. */
export interface MatchableField {
  key: string
  name: string
}

/** The target detected for a column, and the reason. */
export interface Match {
  target: string | null
  matchedBy: 'remembered' | 'header' | 'content' | null
}

/** Input for matching: remembered headers, custom fields, the names of shifts, and the country of phone numbers. */
export interface MatchContext {
  remembered: Map<string, string | null>
  fields: MatchableField[]
  shifts: ReadonlySet<string>
  country: string
}

/**
 * Suggests a target for each column: from earlier imports, by its header, or by its content. Uses no target twice,
 * except groups.
 */
export function matchColumns(headers: string[], samples: string[][], context: MatchContext): Match[] {
  const usedTargets = new Set<string>()
  const matches: Match[] = headers.map(() => ({ target: null, matchedBy: null }))
  const assignTarget = (at: number, target: string | undefined, matchedBy: Match['matchedBy']): void => {
    if (target === undefined || usedTargets.has(target) || matches[at]?.matchedBy) return
    if (target !== 'groups') usedTargets.add(target)
    matches[at] = { target, matchedBy }
  }
  const keys = new Set(context.fields.map((field) => `custom.${field.key}`))
  headers.forEach((header, at) => {
    const target = context.remembered.get(plainHeader(header))
    if (target === null) matches[at] = { target: null, matchedBy: 'remembered' }
    else if (target !== undefined && (isTarget(target) || keys.has(target))) assignTarget(at, target, 'remembered')
  })
  const byField = new Map(context.fields.flatMap((field) => [[plainHeader(field.name), field.key] as const]))
  headers.forEach((header, at) => {
    const key = byField.get(plainHeader(header))
    if (key) assignTarget(at, `custom.${key}`, 'header')
  })
  const headerTargets = headers.map(targetOfHeader)
  // Exact header names such as "Phone" or "Mobile" take precedence over headers that only contain the word.
  for (const isExact of [true, false])
    headers.forEach((header, at) => {
      const target = headerTargets[at]
      if (
        target &&
        plainHeader(header).split(' ').length <= 2 === isExact &&
        fitsContent(target, samples[at] ?? [], context)
      )
        assignTarget(at, target, 'header')
    })
  headers.forEach((header, at) => {
    const target = targetOfContent(samples[at] ?? [], context)
    // The number of an emergency contact or a manager is not the number of the contact.
    if (!isAboutOthers(header)) assignTarget(at, target, 'content')
  })
  return oneKindOfName(matches)
}

/** A full name is redundant next to a first and a last name. */
function oneKindOfName(matches: Match[]): Match[] {
  const has = (target: Target) => matches.some((match) => match.target === target && match.matchedBy !== 'remembered')
  if (has('fullname') && has('lastname') && !has('firstname'))
    return matches.map((match) => (match.target === 'fullname' ? { ...match, target: 'firstname' } : match))
  const hasNameParts = has('firstname') && has('lastname')
  return hasNameParts
    ? matches.map((match) => (match.target === 'fullname' ? { target: null, matchedBy: null } : match))
    : matches
}

/** Rejects a header match when the cell contents contradict it. */
function fitsContent(target: Target, cells: string[], context: MatchContext): boolean {
  // A column of the same name can have other values, such as letters, which then belong to a field.
  if (target === 'shift')
    return share(cells, (cell) => context.shifts.has(cell.toLowerCase()) || context.shifts.has(folded(cell))) >= 0.2
  const test = TESTS[target]
  return !test || cells.length === 0 || share(cells, (cell) => test(cell, context.country)) >= 0.2
}

const isPhone = (cell: string, country: string): boolean =>
  /^[\d\s()+./x-]{7,}$/i.test(cell) && (parsePhone(cell, country) !== null || cell.replace(/\D/g, '').length >= 7)
const isEmail = (cell: string): boolean => /^\S+@\S+\.\w+$/.test(cell)
const isDate = (cell: string): boolean =>
  /^\d{4}-\d\d?-\d\d?|^\d{1,2}[./-]\d{1,2}([./-]\d{2,4})?$|^\d{1,2}[ -][a-z]{3,}|^[a-z]{3,}\.? \d{1,2}|^[1-5]\d{4}$/i.test(
    cell,
  )

const TESTS: Partial<Record<Target, (cell: string, country: string) => boolean>> = {
  phone: (cell) => cell.replace(/\D/g, '').length >= 3,
  email: isEmail,
  hireDate: isDate,
  birthday: isDate,
  language: (cell) => languageFrom(cell) !== undefined,
  work: (cell) => /^[\p{Letter}\s-]+$/u.test(cell),
}

function targetOfContent(cells: string[], { country }: MatchContext): Target | undefined {
  if (cells.length === 0) return undefined
  if (share(cells, isEmail) >= 0.7) return 'email'
  if (share(cells, (cell) => isPhone(cell, country) && parsePhone(cell, country) !== null) > 0.5) return 'phone'
  if (cells.length >= 3 && share(cells, (cell) => cell.length > 2 && languageFrom(cell) !== undefined) >= 0.8)
    return 'language'
  return undefined
}

function share(cells: string[], fits: (cell: string) => boolean): number {
  return cells.filter(fits).length / cells.length
}
