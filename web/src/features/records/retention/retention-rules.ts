import type { RetentionPeriod } from '../api.ts'

const offers = [3, 6, 12, 24, 36, 60, 84]

/** The shortest period of each class, in months; the server refuses a shorter one. */
const leastOf: Record<RetentionPeriod['class'], number> = {
  messages: 3,
  attachments: 1,
  voicemails: 1,
  form_answers: 3,
  former_contacts: 3,
  audit_details: 24,
  log_ins: 3,
}

/** Returns the shortest period of a class, in months. */
export function leastMonths(name: RetentionPeriod['class']): number {
  return leastOf[name]
}

/** Returns the periods that are offered for a class, in months. */
export function offeredMonths(name: RetentionPeriod['class']): number[] {
  return offers.filter((months) => months >= leastOf[name])
}

/** Whether a period deletes more than the one that applies now; then it starts later and needs a confirmation. */
export function isShorter({ months, previousMonths, appliesAt }: RetentionPeriod, next: number): boolean {
  const current = appliesAt === null ? months : previousMonths
  return current === null || next < current
}
