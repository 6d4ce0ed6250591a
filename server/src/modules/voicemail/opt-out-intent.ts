import { judge } from '../consent/index.ts'

/** Returns whether a transcript may contain an opt-out, which a member must judge. */
export function classifyOptOut(transcript: string): boolean {
  const { intent } = judge(transcript)
  return intent === 'opt_out' || intent === 'possible_opt_out'
}
