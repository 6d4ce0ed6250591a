import { parsePhone } from '@crewline/contract/phone'
import { plainHeader, targetOfHeader } from './header-words.ts'
import { languageFrom } from './languages.ts'
import { isTarget, type Target } from './targets.ts'

/** A custom field as columns are matched with it. */
export interface KnownField {
  key: string
  name: string
}

/** Where a column goes by itself, and why. */
export interface Match {
  target: string | null
  matchedBy: 'remembered' | 'header' | 'content' | null
}

/** What is known to match columns with: headers of earlier files, custom fields, the country of numbers. */
export interface Known {
  remembered: Map<string, string | null>
  fields: KnownField[]
  country: string
}

/** Says where each column goes: as it went the last time, by its name, else by what is in it. No target is given twice, but groups. */
export function matchColumns(headers: string[], samples: string[][], known: Known): Match[] {
  const taken = new Set<string>()
  const matches: Match[] = headers.map(() => ({ target: null, matchedBy: null }))
  const give = (at: number, target: string | undefined, matchedBy: Match['matchedBy']): void => {
    if (target === undefined || taken.has(target) || matches[at]?.matchedBy) return
    if (target !== 'groups') taken.add(target)
    matches[at] = { target, matchedBy }
  }
  const keys = new Set(known.fields.map((field) => `custom.${field.key}`))
  headers.forEach((header, at) => {
    const target = known.remembered.get(plainHeader(header))
    if (target === null) matches[at] = { target: null, matchedBy: 'remembered' }
    else if (target !== undefined && (isTarget(target) || keys.has(target))) give(at, target, 'remembered')
  })
  const byField = new Map(known.fields.flatMap((field) => [[plainHeader(field.name), field.key] as const]))
  headers.forEach((header, at) => {
    const key = byField.get(plainHeader(header))
    if (key) give(at, `custom.${key}`, 'header')
  })
  const meant = headers.map(targetOfHeader)
  // A column of numbers that is called "Phone" or "Mobile" goes before one that only contains the word.
  for (const isExact of [true, false])
    headers.forEach((header, at) => {
      const target = meant[at]
      if (
        target &&
        plainHeader(header).split(' ').length <= 2 === isExact &&
        fitsContent(target, samples[at] ?? [], known)
      )
        give(at, target, 'header')
    })
  headers.forEach((_, at) => give(at, targetOfContent(samples[at] ?? [], known), 'content'))
  return oneKindOfName(matches)
}

/** Next to a first and a last name a whole name says nothing new. */
function oneKindOfName(matches: Match[]): Match[] {
  const has = (target: Target) => matches.some((match) => match.target === target && match.matchedBy !== 'remembered')
  if (has('fullname') && has('lastname') && !has('firstname'))
    return matches.map((match) => (match.target === 'fullname' ? { ...match, target: 'firstname' } : match))
  const isWhole = has('firstname') && has('lastname')
  return isWhole
    ? matches.map((match) => (match.target === 'fullname' ? { target: null, matchedBy: null } : match))
    : matches
}

/** A name of a column is not believed against everything that stands in it. */
function fitsContent(target: Target, cells: string[], known: Known): boolean {
  const test = TESTS[target]
  return !test || cells.length === 0 || share(cells, (cell) => test(cell, known.country)) >= 0.2
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

function targetOfContent(cells: string[], { country }: Known): Target | undefined {
  if (cells.length === 0) return undefined
  if (share(cells, isEmail) >= 0.7) return 'email'
  if (share(cells, (cell) => isPhone(cell, country) && parsePhone(cell, country) !== null) >= 0.7) return 'phone'
  if (cells.length >= 3 && share(cells, (cell) => cell.length > 2 && languageFrom(cell) !== undefined) >= 0.8)
    return 'language'
  return undefined
}

function share(cells: string[], fits: (cell: string) => boolean): number {
  return cells.filter(fits).length / cells.length
}
