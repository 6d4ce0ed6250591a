import type { ImportState } from '@crewline/contract/imports'

/** The four steps of an import. */
export type Step = 'upload' | 'match' | 'check' | 'finish'

/** The steps in their order. */
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

/** The steps that can be looked at in a state: back to the columns as long as nothing runs, on only once the rows are checked. */
export function openSteps(state: ImportState): Step[] {
  if (state === 'checked') return ['match', 'check', 'finish']
  return [at[state]]
}

/** The step to show: the one asked for where the state allows it, else the one the state stands at. */
export function stepOf(state: ImportState, asked: string | null): Step {
  return openSteps(state).find((step) => step === asked) ?? at[state]
}

/** Whether something goes on in the background that has to be asked about again. */
export function isWorking(state: ImportState): boolean {
  return state === 'reading' || state === 'checking' || state === 'running' || state === 'undoing'
}

/** Whether it was never run, so that it can be left and forgotten. */
export function isUnrun(state: ImportState): boolean {
  return ['reading', 'matching', 'checking', 'checked', 'failed'].includes(state)
}
