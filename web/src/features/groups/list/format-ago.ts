import { formatRelative } from '@crewline/contract/formats'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats a relative time within a sentence: "2 min. ago", "yesterday"; "now" within the first minute. */
export function formatAgo(at: Date, now: Date, locale: string): string {
  const passedMs = Math.max(0, now.getTime() - at.getTime())
  const [unit, lengthMs] = units.find(([, lengthMs]) => passedMs >= lengthMs) ?? (['second', Infinity] as const)
  return formatRelative(-Math.floor(passedMs / lengthMs), unit, locale)
}
