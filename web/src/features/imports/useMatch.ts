import type { Import, ImportOptions } from '@crewline/contract/imports'
import { useState } from 'react'
import { forgetInTab, keepInTab, readInTab } from '../../shared/lib/tab-storage.ts'
import { choicesOf, type ColumnChoice } from './targets.ts'

/** What is chosen for the columns and once for all rows, before the server hears of it. */
export interface Match {
  choices: ColumnChoice[]
  options: ImportOptions
}

const keyOf = (id: string) => `import-match/${id}`

function isMatch(value: unknown, columns: number): value is Match {
  const { choices, options } = (value ?? {}) as Partial<Match>
  return Array.isArray(choices) && choices.length === columns && typeof options === 'object' && options !== null
}

/** Whether two choices of columns and options are the same. */
export function isSameMatch(one: Match, other: Match): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Forgets what was chosen for an import and not said to the server. */
export function forgetMatch(id: string): void {
  forgetInTab(keyOf(id))
}

/** The choices of an import: those of the server until somebody changes them; changes outlive leaving the page. */
export function useMatch(one: Import) {
  const known: Match = { choices: choicesOf(one.columns), options: one.options }
  const [match, setMatch] = useState<Match>(() => {
    const kept = readInTab(keyOf(one.id))
    return isMatch(kept, one.columns.length) ? kept : known
  })
  function change(next: Match): void {
    setMatch(next)
    keepInTab(keyOf(one.id), next)
  }
  return {
    match,
    isChanged: !isSameMatch(match, known),
    choose: (choice: ColumnChoice) =>
      change({ ...match, choices: match.choices.map((old) => (old.index === choice.index ? choice : old)) }),
    setOptions: (part: Partial<ImportOptions>) => change({ ...match, options: { ...match.options, ...part } }),
  }
}
