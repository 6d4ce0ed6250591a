import type { ImportState } from '@crewline/contract/imports'

/** The four steps of an import. */
export type Step = 'upload' | 'match' | 'check' | 'finish'

/** The steps in order. */
export const STEPS: readonly Step[] = ['upload', 'match', 'check', 'finish']

const at: Record<ImportState, Step> = {
  reading: 'upload',
  failed: 'upload',
  matching: 'match',
  checking: 'check',
  checked: 'check',
  running: 'finish',
  done: 'finish',
  undoing: 'finish',
  undone: 'finish',
}

/**
 * Returns the steps that can be opened in a state: once the rows are checked, back to the columns and on to the finish;
 * otherwise only the current one.
 */
export function openSteps(state: ImportState): Step[] {
  if (state === 'checked') return ['match', 'check', 'finish']
  return [at[state]]
}

/** Returns the requested step when the state allows it, otherwise the step of the state. */
export function stepOf(state: ImportState, requested: string | null): Step {
  return openSteps(state).find((step) => step === requested) ?? at[state]
}

/** Returns whether a background job runs, which shows its progress. */
export function isWorking(state: ImportState): boolean {
  return state === 'reading' || state === 'checking' || state === 'running' || state === 'undoing'
}

/** Returns whether the import has not been run yet, so that it can be discarded. */
export function isUnrun(state: ImportState): boolean {
  return ['reading', 'matching', 'checking', 'checked', 'failed'].includes(state)
}
