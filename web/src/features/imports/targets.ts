import type { Import } from '@crewline/contract/imports'

/** Where a column can go, in the groups the list shows. */
export const TARGET_GROUPS = {
  name: ['firstname', 'lastname', 'fullname', 'preferredName'],
  contact: ['phone', 'email', 'language', 'timezone', 'birthday'],
  work: ['employeeId', 'jobTitle', 'department', 'location', 'hireDate', 'work'],
} as const
/** A standard fact a column can go to. */
export type StandardTarget = (typeof TARGET_GROUPS)[keyof typeof TARGET_GROUPS][number]

/** The target of a column that names groups. */
export const GROUPS_TARGET = 'groups'

/** Whether a target takes one column only. */
const takesMany = (target: string) => target === GROUPS_TARGET

/** What is chosen for one column. */
export interface ColumnChoice {
  index: number
  target: string | null
  newField: Import['columns'][number]['newField']
  fixCapitals: boolean
}

/** What stands between the choices and the check of the rows. */
export type MatchProblem =
  | { kind: 'no_name' }
  | { kind: 'no_key' }
  | { kind: 'twice'; target: string; columns: number[] }
  | { kind: 'field_unnamed'; column: number }
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

/** Why the rows cannot be checked yet, in the order in which people should see to it; none when they can. */
export function matchProblems(choices: readonly ColumnChoice[], fieldNames: readonly string[] = []): MatchProblem[] {
  const problems: MatchProblem[] = []
  const byTarget = columnsBy(choices, ({ target }) => target)
  const has = (...targets: StandardTarget[]) => targets.some((target) => byTarget.has(target))
  if (!has('firstname', 'fullname')) problems.push({ kind: 'no_name' })
  if (!has('phone', 'employeeId')) problems.push({ kind: 'no_key' })
  for (const [target, columns] of byTarget)
    if (columns.length > 1 && !takesMany(target)) problems.push({ kind: 'twice', target, columns })
  for (const { index, newField } of choices)
    if (newField && newField.name.trim() === '') problems.push({ kind: 'field_unnamed', column: index })
  const known = new Set(fieldNames.map(plain))
  for (const [name, columns] of columnsBy(choices, ({ newField }) => newField && plain(newField.name)))
    if (columns.length > 1 || known.has(name)) problems.push({ kind: 'field_twice', name, columns })
  return problems
}

/** The columns a problem is about. */
export function columnsOf(problem: MatchProblem): number[] {
  if (problem.kind === 'field_unnamed') return [problem.column]
  return 'columns' in problem ? problem.columns : []
}

/** The choices an import stands with. */
export function choicesOf(columns: Import['columns']): ColumnChoice[] {
  return columns.map(({ index, target, newField, fixCapitals }) => ({ index, target, newField, fixCapitals }))
}

/** Whether a choice differs from what the server counted the fit for. */
export function differs(choice: ColumnChoice, column: Import['columns'][number]): boolean {
  return choice.target !== column.target || (choice.newField?.type ?? null) !== (column.newField?.type ?? null)
}

/** Whether capitals are something to be put right in a target: names and places, not numbers and addresses. */
export function hasCapitals(target: string | null): boolean {
  const named = ['firstname', 'lastname', 'fullname', 'preferredName', 'jobTitle', 'department', 'location']
  return target !== null && named.includes(target)
}
