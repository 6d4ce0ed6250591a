/** A piece of a message, found or around what was found. */
export interface WordsPart {
  text: string
  isFound: boolean
  /** Where it begins in the message; names it among its neighbours. */
  at: number
}

const before = 40
const most = 160

/** The words around the first find, with the finds marked; ranges that reach beyond the text are cut. */
export function partsOf(body: string, highlights: readonly (readonly [number, number])[]): WordsPart[] {
  const ranges = highlights
    .map(([from, to]): [number, number] => [Math.max(0, from), Math.min(body.length, to)])
    .filter(([from, to]) => from < to)
    .toSorted(([one], [other]) => one - other)
  const first = ranges[0]?.[0] ?? 0
  const start = first <= before ? 0 : first - before
  const end = Math.min(body.length, start + most)
  const parts: WordsPart[] = []
  let at = start
  const add = (to: number, isFound: boolean) => {
    if (to > at) parts.push({ text: body.slice(at, to), isFound, at })
    at = Math.max(at, to)
  }
  for (const [from, to] of ranges) {
    add(Math.min(from, end), false)
    if (from < end) add(Math.min(to, end), true)
  }
  add(end, false)
  if (start > 0) parts.unshift({ text: '…', isFound: false, at: -1 })
  if (end < body.length) parts.push({ text: '…', isFound: false, at: body.length })
  return parts
}
