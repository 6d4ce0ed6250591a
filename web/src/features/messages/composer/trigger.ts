/**
 * The triggers at the caret: `/` at the start of a line opens saved replies, `{` merge fields, `@` teammates in a note.
 */
export type TriggerKind = 'reply' | 'field' | 'mention'

/** An open trigger: the choice replaces the text from `from` to the caret. */
export interface Trigger {
  kind: TriggerKind
  query: string
  from: number
  to: number
}

const longestQuery = 40

const patterns: Record<TriggerKind, RegExp> = {
  reply: /(?:^|\n)\/([^\n/]{0,40})$/u,
  field: /\{([a-z0-9_]{0,36})$/u,
  mention: /(?:^|\s)@([\p{L}\p{M}'’-]{0,30}(?: [\p{L}\p{M}'’-]{0,30})?)$/u,
}

/** Returns the open trigger at the caret; undefined when there is none. */
export function triggerAt(text: string, caret: number, kinds: readonly TriggerKind[]): Trigger | undefined {
  // Only the text just before the caret matters: this runs on each key press, and a message may be long.
  const tail = text.slice(Math.max(0, caret - longestQuery - 2), caret)
  for (const kind of kinds) {
    const query = patterns[kind].exec(tail)?.[1]
    if (query === undefined) continue
    // A slash counts only at the start of a line; the start of the cut text is not one.
    const from = caret - query.length - 1
    if (kind === 'reply' && from > 0 && text[from - 1] !== '\n') continue
    return { kind, query, from, to: caret }
  }
  return undefined
}

/** A member who can be mentioned in a note. */
export interface Named {
  userId: string
  name: string
}

/** Returns the members whose `@name` is in a note. */
export function mentionedIn(note: string, named: readonly Named[]): string[] {
  return [...new Set(named.filter(({ name }) => note.includes(`@${name}`)).map(({ userId }) => userId))]
}

/** Splits a note into plain text and mentioned names. */
export function noteParts(note: string, names: readonly string[]): { text: string; isName: boolean }[] {
  const parts: { text: string; isName: boolean }[] = []
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  let plain = ''
  let at = 0
  while (at < note.length) {
    const name = note[at] === '@' ? longestFirst.find((candidate) => note.startsWith(candidate, at + 1)) : undefined
    if (name === undefined) {
      plain += note[at]
      at += 1
      continue
    }
    if (plain) parts.push({ text: plain, isName: false })
    plain = ''
    parts.push({ text: `@${name}`, isName: true })
    at += name.length + 1
  }
  if (plain) parts.push({ text: plain, isName: false })
  return parts
}
