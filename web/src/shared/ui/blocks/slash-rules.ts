// Which blocks the menu behind a slash offers.
import type { ResolvedPos } from '@tiptap/pm/model'

/** A slash with what is typed after it. */
export interface SlashCommand {
  query: string
  /** The positions of the slash and of the cursor. */
  from: number
  to: number
}

/** A slash at the beginning of a text or after a space, with a few letters or words. */
const COMMAND = /(?:^|\s)\/([\p{L}\p{N}]{0,20}(?: [\p{L}\p{N}]{1,20})?)$/u

/** Returns what a text before the cursor asks for, or undefined. */
export function queryOf(before: string): string | undefined {
  return COMMAND.exec(before)?.[1]
}

/** Returns the slash before a position, or undefined. */
export function commandAt(position: ResolvedPos): SlashCommand | undefined {
  if (!position.parent.isTextblock) return undefined
  const before = position.parent.textBetween(0, position.parentOffset, undefined, '\ufffc')
  const query = queryOf(before)
  return query === undefined ? undefined : { query, from: position.pos - query.length - 1, to: position.pos }
}

/** Returns a text for comparing: small letters without accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Returns the items whose name or other word begins with what was typed, those by name first. */
export function matching<Item extends { name: string; also: readonly string[] }>(
  items: readonly Item[],
  query: string,
): Item[] {
  const wanted = folded(query)
  const begins = (text: string) =>
    folded(text).startsWith(wanted) ||
    folded(text)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted))
  const named = items.filter(({ name }) => begins(name))
  return [...named, ...items.filter((item) => !named.includes(item) && item.also.some(begins))]
}
