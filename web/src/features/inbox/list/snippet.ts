/** A part of a message: a match or the text around it. */
export interface SnippetPart {
  text: string
  isMatch: boolean
  /** Its offset in the message; unique among the parts. */
  at: number
}

const before = 40
const most = 160

/** Returns the text around the first match, split at the matches; ranges that exceed the text are cut. */
export function partsOf(body: string, highlights: readonly (readonly [number, number])[]): SnippetPart[] {
  const ranges = highlights
    .map(([from, to]): [number, number] => [Math.max(0, from), Math.min(body.length, to)])
    .filter(([from, to]) => from < to)
    .toSorted(([a], [b]) => a - b)
  const first = ranges[0]?.[0] ?? 0
  const start = first <= before ? 0 : first - before
  const end = Math.min(body.length, start + most)
  const parts: SnippetPart[] = []
  let at = start
  const add = (to: number, isMatch: boolean) => {
    if (to > at) parts.push({ text: body.slice(at, to), isMatch, at })
    at = Math.max(at, to)
  }
  for (const [from, to] of ranges) {
    add(Math.min(from, end), false)
    if (from < end) add(Math.min(to, end), true)
  }
  add(end, false)
  if (start > 0) parts.unshift({ text: '…', isMatch: false, at: -1 })
  if (end < body.length) parts.push({ text: '…', isMatch: false, at: body.length })
  return parts
}
