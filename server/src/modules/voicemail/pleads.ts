import { judge } from '../consent/index.ts'

/** Whether somebody may have said on the phone that they want no more texts: a person judges. */
export function pleads(transcript: string): boolean {
  const { verdict } = judge(transcript)
  return verdict === 'opt_out' || verdict === 'possible_opt_out'
}
