import { Temporal } from 'temporal-polyfill'

/** Returns a name for a folder or a file: letters, digits and dashes of any script, at most 60. */
export function pathPart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  return Array.from(plain).slice(0, 60).join('') || 'unnamed'
}

/** Returns the folder of a conversation, unique and in order. */
export function folderOf(nth: number, contact: string): string {
  return `conversations/${String(nth + 1).padStart(4, '0')}-${pathPart(contact)}`
}

/** Returns the moments, in ms, at which these days begin and end in a time zone; without days, all of time. */
export function momentsOf(
  { from, to }: { from: string | null; to: string | null },
  timeZone: string,
): { since: number; until: number } {
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds
  return {
    since: from === null ? 0 : midnight(Temporal.PlainDate.from(from)),
    until: to === null ? Date.UTC(9999, 0) : midnight(Temporal.PlainDate.from(to).add({ days: 1 })),
  }
}
