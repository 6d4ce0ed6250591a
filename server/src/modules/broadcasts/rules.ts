import { BROADCAST_TABS, type BroadcastState } from '@crewline/contract/broadcast-states'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { groupsNamed } from '@crewline/contract/filters'
import { Id } from '@crewline/contract/ids'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'

/** The states of recipients whose text no carrier has yet. */
export const WAITING_STATES = ['pending', 'queued', 'held', 'scheduled', 'submitting'] as const

/** Shown next to the audience. */
export const GROUP_DELETED = msg({ message: 'A group was deleted. Choose again.' })

/** Returns what is missing before a broadcast can be sent, by field. */
export function missingParts(content: BroadcastContent): Record<string, LocalizedText> {
  const { name, kind, audience, message, poll } = content
  const missing: Record<string, LocalizedText> = {}
  if (name === '') missing['name'] = msg({ message: 'Give the broadcast a name.' })
  const isAnyoneChosen =
    audience.everyone ||
    audience.groupIds.length > 0 ||
    audience.contactIds.length > 0 ||
    audience.filter !== undefined ||
    audience.partOf !== undefined
  if (!isAnyoneChosen) missing['audience'] = msg({ message: 'Choose who gets it.' })
  if (message.body.trim() === '' && message.mediaIds.length === 0)
    missing['message.body'] = msg({ message: 'Write a message first.' })
  if (kind === 'poll') {
    if (!poll) missing['poll'] = msg({ message: 'Choose how people answer.' })
    else if (poll.type === 'choice' && poll.options.length < 2)
      missing['poll.options'] = msg({ message: 'Add at least two answers.' })
    if (message.body.trim() === '') missing['message.body'] = msg({ message: 'Write the question.' })
  }
  if (content.options.quietHours === 'send' && content.options.quietReason === '')
    missing['options.quietReason'] = msg({ message: 'Say why it cannot wait for the morning.' })
  return missing
}

/** Whether a machine translation waits for a member to approve it. */
export function hasUnapprovedTranslation({ message }: BroadcastContent): boolean {
  return message.variants.some((variant) => variant.source === 'machine' && !variant.approved)
}

/** Whether the audience names groups only, so that members limited to groups may see the broadcast. */
export function namesOnlyGroups({ audience }: BroadcastContent): boolean {
  return (
    audience.groupIds.length > 0 &&
    !audience.everyone &&
    audience.contactIds.length === 0 &&
    audience.filter === undefined &&
    audience.partOf === undefined
  )
}

/** Returns the groups that decide who gets a broadcast: chosen, left out, or named by a filter. */
export function groupsNeeded({ audience }: Pick<BroadcastContent, 'audience'>): string[] {
  const { everyone, exclude } = audience
  // While everyone gets it, groups that were chosen before are kept and have no effect.
  const parts = everyone ? [exclude] : [audience, exclude]
  const filtered = parts.flatMap(({ filter }) => (filter ? groupsNamed(filter) : []))
  // A filter may hold any text in place of an id.
  return [...parts.flatMap(({ groupIds }) => groupIds), ...filtered.filter((id) => Id.safeParse(id).success)]
}

/** Returns the states that a filter of the list means. */
export function statesOfTab(status: string): readonly BroadcastState[] | undefined {
  if (status === 'all' || status === 'archived') return undefined
  if (Object.hasOwn(BROADCAST_TABS, status)) return BROADCAST_TABS[status as keyof typeof BROADCAST_TABS]
  return [status as BroadcastState]
}

/** Whether more people would get a broadcast than the member confirmed, beyond what changes by itself in a day. */
export function isMoreThanConfirmed(recipients: number, confirmed: number): boolean {
  return recipients > confirmed + Math.max(10, Math.floor(confirmed * 0.02))
}

/** Outcomes from which on, and up to which, the circuit breaker looks at a run. */
const BREAKER_FROM = 20
const BREAKER_UP_TO = 400

/** Decides whether a run must be paused: too many texts filtered by carriers, opt-outs, or failures among the first. */
export function breakerReason(seen: {
  settled: number
  filtered: number
  failed: number
  optedOut: number
}): 'carrier_filtered' | 'opt_outs' | 'failures' | null {
  if (seen.settled < BREAKER_FROM || seen.settled > BREAKER_UP_TO) return null
  if (seen.filtered / seen.settled > 0.1) return 'carrier_filtered'
  if (seen.optedOut / seen.settled > 0.03 && seen.optedOut >= 3) return 'opt_outs'
  return seen.failed / seen.settled > 0.15 ? 'failures' : null
}

/** Shorteners that carriers filter, because anyone can hide behind them. */
const PUBLIC_SHORTENERS = /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly)\//i
const MONEY_WORDS = /\b(free|winner|cash|prize|gift card|click here|act now|urgent|100%|guaranteed)\b/gi
const HEALTH_WORDS =
  /\b(diagnos(is|ed)|prescription|medication|hiv|cancer|pregnan(t|cy)|drug test result|disability)\b/i

/** Names the risks of a text that carriers filter or that does not belong in a text message. */
export function risksOf(body: string): ('public_shortener' | 'all_capitals' | 'money_words' | 'health_data')[] {
  const letters = body.replace(/\{[^}]*\}|https?:\S+/g, '').replace(/[^\p{L}]/gu, '')
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  return [
    ...(PUBLIC_SHORTENERS.test(body) ? (['public_shortener'] as const) : []),
    ...(letters.length >= 20 && capitals / letters.length > 0.7 ? (['all_capitals'] as const) : []),
    ...((body.match(MONEY_WORDS) ?? []).length >= 2 ? (['money_words'] as const) : []),
    ...(HEALTH_WORDS.test(body) ? (['health_data'] as const) : []),
  ]
}

/** Whether a text names its sender: its organization's name or sign-off occurs in it. */
export function namesSender(body: string, names: readonly string[]): boolean {
  const text = body.toLowerCase()
  return names.some((name) => name !== '' && text.includes(name.toLowerCase()))
}

/**
 * Returns how long sending takes, in minutes: at the speed of the numbers and, under a daily limit, with the rest of it
 * on the days that follow.
 */
export function minutesToSend(
  segments: number,
  perSecond: number,
  today: { perDay: number; left: number; msLeft: number } | undefined,
): number {
  const atSpeed = (count: number) => (perSecond > 0 ? count / perSecond / 60 : 0)
  if (!today || segments <= today.left) return atSpeed(segments)
  const later = segments - today.left
  const fullDays = Math.ceil(later / today.perDay) - 1
  return today.msLeft / 60_000 + fullDays * 1440 + atSpeed(later - fullDays * today.perDay)
}
