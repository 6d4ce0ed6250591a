import type { Import, ImportOptions } from '@crewline/contract/imports'
import { useState } from 'react'
import { forgetInTab, keepInTab, readInTab } from '../../../shared/lib/tab-storage.ts'
import { choicesOf, type ColumnChoice } from './targets.ts'

/** The choices for the columns and for all rows, before they are sent to the server. */
export interface Match {
  choices: ColumnChoice[]
  options: ImportOptions
}

const keyOf = (id: string) => `import-match/${id}`

function isMatch(value: unknown, columns: number): value is Match {
  const { choices, options } = (value ?? {}) as Partial<Match>
  return Array.isArray(choices) && choices.length === columns && typeof options === 'object' && options !== null
}

/** Returns whether two sets of columns and options are equal. */
export function isSameMatch(first: Match, second: Match): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

/** Discards the unsent choices of an import. */
export function discardMatch(id: string): void {
  forgetInTab(keyOf(id))
}

/** Returns the choices of an import: those of the server until the user edits them. Edits survive leaving the page. */
export function useMatch(contactImport: Import) {
  const savedMatch: Match = { choices: choicesOf(contactImport.columns), options: contactImport.options }
  const [match, setMatch] = useState<Match>(() => {
    const stored = readInTab(keyOf(contactImport.id))
    return isMatch(stored, contactImport.columns.length) ? stored : savedMatch
  })
  function change(next: Match): void {
    setMatch(next)
    keepInTab(keyOf(contactImport.id), next)
  }
  return {
    match,
    isChanged: !isSameMatch(match, savedMatch),
    choose: (choice: ColumnChoice) =>
      change({
        ...match,
        choices: match.choices.map((current) => (current.index === choice.index ? choice : current)),
      }),
    setOptions: (part: Partial<ImportOptions>) => change({ ...match, options: { ...match.options, ...part } }),
  }
}
