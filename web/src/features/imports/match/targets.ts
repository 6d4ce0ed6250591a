import type { Import } from '@crewline/contract/imports'

/** The targets of columns, grouped as in the select. */
export const TARGET_GROUPS = {
  name: ['firstname', 'lastname', 'fullname', 'preferredName'],
  contact: ['phone', 'email', 'language', 'timezone', 'birthday'],
  work: ['employeeId', 'jobTitle', 'department', 'location', 'hireDate', 'work', 'shift'],
} as const
/** A standard contact field as a column target. */
export type StandardTarget = (typeof TARGET_GROUPS)[keyof typeof TARGET_GROUPS][number]

/** The standard fields that are dates. */
export const DATE_TARGETS: ReadonlySet<string> = new Set<StandardTarget>(['hireDate', 'birthday'])

/** The target of columns that contain group names. */
export const GROUPS_TARGET = 'groups'

const canRepeat = (target: string) => target === GROUPS_TARGET

/** The choices for one column. */
export interface ColumnChoice {
  index: number
  target: string | null
  newField: Import['columns'][number]['newField']
  fixCapitals: boolean
  dateOrder: Import['columns'][number]['dateOrder']
  replacements: Import['columns'][number]['replacements']
}

/** A problem that prevents the check of the rows. */
export type MatchProblem =
  | { kind: 'no_name' }
  | { kind: 'no_key' }
  | { kind: 'no_phone' }
  | { kind: 'twice'; target: string; columns: number[] }
  | { kind: 'field_unnamed'; column: number }
  | { kind: 'mixed_dates'; column: number }
  | { kind: 'field_twice'; name: string; columns: number[] }

const plain = (name: string) => name.trim().toLowerCase()

function columnsBy(choices: readonly ColumnChoice[], keyOf: (choice: ColumnChoice) => string | null) {
  const by = new Map<string, number[]>()
  for (const choice of choices) {
    const key = keyOf(choice)
    if (key !== null && key !== '') by.set(key, [...(by.get(key) ?? []), choice.index])
  }
  return by
}

/** Returns the problems that prevent the check of the rows, in the order to fix them; empty when there are none. */
export function matchProblems(
  choices: readonly ColumnChoice[],
  fieldNames: readonly string[] = [],
  {
    withoutPhones = false,
    mixed = new Set(),
    dateTargets = DATE_TARGETS,
  }: { withoutPhones?: boolean; mixed?: ReadonlySet<number>; dateTargets?: ReadonlySet<string> } = {},
): MatchProblem[] {
  const problems: MatchProblem[] = []
  const byTarget = columnsBy(choices, ({ target }) => target)
  const has = (...targets: StandardTarget[]) => targets.some((target) => byTarget.has(target))
  if (!has('firstname', 'fullname')) problems.push({ kind: 'no_name' })
  if (!has('phone', 'employeeId')) problems.push({ kind: 'no_key' })
  if (!has('phone') && !withoutPhones) problems.push({ kind: 'no_phone' })
  for (const [target, columns] of byTarget)
    if (columns.length > 1 && !canRepeat(target)) problems.push({ kind: 'twice', target, columns })
  for (const { index, newField } of choices)
    if (newField && newField.name.trim() === '') problems.push({ kind: 'field_unnamed', column: index })
  for (const choice of mixedDatesOf(choices, mixed, dateTargets))
    if (choice.dateOrder === null) problems.push({ kind: 'mixed_dates', column: choice.index })
  const existingNames = new Set(fieldNames.map(plain))
  for (const [name, columns] of columnsBy(choices, ({ newField }) => newField && plain(newField.name)))
    if (columns.length > 1 || existingNames.has(name)) problems.push({ kind: 'field_twice', name, columns })
  return problems
}

/** Returns the columns that go to a date and have mixed dates: how they are meant must be chosen. */
export function mixedDatesOf(
  choices: readonly ColumnChoice[],
  mixed: ReadonlySet<number>,
  dateTargets: ReadonlySet<string> = DATE_TARGETS,
): ColumnChoice[] {
  return choices.filter(
    ({ index, target, newField }) =>
      mixed.has(index) && (newField ? newField.type === 'date' : target !== null && dateTargets.has(target)),
  )
}

/** Returns the columns of a problem. */
export function columnsOf(problem: MatchProblem): number[] {
  if (problem.kind === 'field_unnamed' || problem.kind === 'mixed_dates') return [problem.column]
  return 'columns' in problem ? problem.columns : []
}

/** Returns the stored column choices of an import. */
export function choicesOf(columns: Import['columns']): ColumnChoice[] {
  return columns.map(({ index, target, newField, fixCapitals, dateOrder, replacements }) => ({
    index,
    target,
    newField,
    fixCapitals,
    dateOrder,
    replacements,
  }))
}

/** Returns whether a choice differs from the one that the server computed the fit for. */
export function differs(choice: ColumnChoice, column: Import['columns'][number]): boolean {
  return choice.target !== column.target || (choice.newField?.type ?? null) !== (column.newField?.type ?? null)
}

/** Returns whether capitals can be fixed for a target: in names and places, not in numbers and email addresses. */
export function hasCapitals(target: string | null): boolean {
  const named = ['firstname', 'lastname', 'fullname', 'preferredName', 'jobTitle', 'department', 'location']
  return target !== null && named.includes(target)
}

/** Returns whether a column of names is written in capitals, as the server decides it for columns it matches. */
export function isShouted(target: string, samples: readonly string[]): boolean {
  if (!(TARGET_GROUPS.name as readonly string[]).includes(target)) return false
  const loud = samples.filter((name) => name.length > 2 && name === name.toUpperCase() && /\p{Letter}/u.test(name))
  return samples.length > 0 && loud.length / samples.length > 0.3
}
