import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { BROADCAST_CONFIRM_FROM, BROADCAST_TYPE_COUNT_FROM } from '@crewline/contract/broadcast-limits'

/** The steps of the composer, in order. */
export const STEPS = ['people', 'message', 'review'] as const
export type Step = (typeof STEPS)[number]

/** Returns the step of the URL; the first one when there is none. */
export function stepIn(text: string | null): Step {
  return STEPS.find((step) => step === text) ?? 'people'
}

/** Returns the step after a step, or undefined for the last one. */
export function stepAfter(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) + 1]
}

/** Whether an audience names anyone. */
export function hasAudience(audience: BroadcastAudience): boolean {
  return (
    audience.everyone ||
    audience.groupIds.length > 0 ||
    audience.contactIds.length > 0 ||
    audience.filter !== undefined ||
    audience.partOf !== undefined
  )
}

/** What keeps a draft from being sent. */
export type Missing = 'name' | 'audience' | 'message' | 'question' | 'options' | 'translation' | 'quietReason' | 'date'

/** The step in which each missing part is filled in. */
export const stepOf: Record<Missing, Step> = {
  name: 'people',
  audience: 'people',
  message: 'message',
  question: 'message',
  options: 'message',
  translation: 'message',
  quietReason: 'review',
  date: 'review',
}

/** Returns what is missing before a draft can be sent, as the server checks it; `hasDate` is whether its schedule is valid. */
export function missingIn(content: BroadcastContent, hasDate: boolean): Missing[] {
  const { name, kind, audience, message, poll, options } = content
  const hasText = message.body.trim() !== ''
  const missing: Missing[] = []
  if (name.trim() === '') missing.push('name')
  if (!hasAudience(audience)) missing.push('audience')
  if (kind === 'poll' && !hasText) missing.push('question')
  else if (!hasText && message.mediaIds.length === 0) missing.push('message')
  if (kind === 'poll' && poll?.type === 'choice' && answersOf(poll.options).length < 2) missing.push('options')
  if (message.variants.some(({ source, approved }) => source === 'machine' && !approved)) missing.push('translation')
  if (options.quietHours === 'send' && options.quietReason.trim() === '') missing.push('quietReason')
  if (!hasDate) missing.push('date')
  return missing
}

function answersOf<T extends { label: string }>(options: readonly T[]): T[] {
  return options.filter(({ label }) => label.trim() !== '')
}

/** Returns changes as the server accepts them: without answers that have no text yet, and without a poll elsewhere. */
export function toSave(change: Partial<BroadcastContent>): Partial<BroadcastContent> {
  const { name, poll } = change
  return {
    ...change,
    ...(name !== undefined && { name: name.trim() }),
    ...(poll && { poll: { ...poll, options: answersOf(poll.options) } }),
  }
}

/** How the member confirms before sending: not at all, in a dialog, or by typing the number of people. */
export function confirmationFor(recipients: number, isEveryone: boolean): 'none' | 'dialog' | 'typed' {
  if (recipients >= BROADCAST_TYPE_COUNT_FROM || (isEveryone && recipients > 1)) return 'typed'
  return recipients >= BROADCAST_CONFIRM_FROM ? 'dialog' : 'none'
}

/** Whether what was typed is the number, in any way of separating thousands. */
export function isTypedCount(typed: string, count: number): boolean {
  const digits = typed.replace(/[\s.,'’\u00a0\u202f]/g, '')
  return /^\d+$/.test(digits) && Number(digits) === count
}

/** Whether sending needs an approval first: always for authors, for managers above the limit of the organization. */
export function needsApproval(recipients: number, { maySend, mayApprove, above }: ApprovalRules): boolean {
  if (mayApprove) return false
  return !maySend || (above !== null && recipients > above)
}

export interface ApprovalRules {
  maySend: boolean
  mayApprove: boolean
  /** The limit of the organization; null for none. */
  above: number | null
}
