/** What a row of the palette leads to; `add` is the form for somebody who was looked for. */
export type RowKind = 'recent' | 'action' | 'person' | 'message' | 'group' | 'page' | 'add'

/** One row of the palette. */
export interface Row {
  /** Tells rows apart, also when others come in above. */
  key: string
  kind: RowKind
  label: string
  /** Grey words after the label. */
  detail?: string
  /** Keys that do the same. */
  keys?: string
  /** Where it leads; rows without a path act. */
  path?: string
  onChoose?: () => void
  /** A person's number, for calling. */
  phone?: string | null
  personId?: string
}

/** What was typed, without its prefix, and what it is limited to. */
export interface Wanted {
  words: string
  only: RowKind | undefined
}

const prefixes: Record<string, RowKind> = { '>': 'action', '@': 'person', '#': 'group' }
const order: RowKind[] = ['recent', 'action', 'person', 'message', 'group', 'page']

/** Reads what was typed: `>` asks for actions, `@` for people, `#` for groups. */
export function wantedBy(typed: string): Wanted {
  const text = typed.trimStart()
  const only = prefixes[text.charAt(0)]
  return { words: (only ? text.slice(1) : text).trim(), only }
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** Whether every word typed begins a word of the label; case and accents do not matter, one wrong letter in a longer word neither. */
export function matches(label: string, words: string): boolean {
  const parts = plain(label).split(/[\s·,/-]+/)
  return plain(words)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => parts.some((part) => part.startsWith(word) || (word.length >= 4 && isNear(part, word))))
}

/** Whether the beginning of a word is one letter away: one changed, missing, added, or two swapped. */
function isNear(part: string, word: string): boolean {
  for (const length of [word.length - 1, word.length, word.length + 1])
    if (length <= part.length && length > 0 && distanceIsOne(part.slice(0, length), word)) return true
  return false
}

function distanceIsOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  const restA = a.slice(at)
  const restB = b.slice(at)
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/**
 * The rows in the order of the palette, each once: what was opened lately is not shown again below. The offer to add whom one
 * looks for stands last and is never left out, so that nobody is added instead of found.
 */
export function arranged(rows: readonly Row[], { only }: Wanted, most = 40): Row[] {
  const seen = new Set<string>()
  const wanted = only === undefined ? rows : rows.filter(({ kind }) => kind === only)
  const found = order
    .flatMap((kind) => wanted.filter((row) => row.kind === kind))
    .filter(({ path, key }) => {
      const id = path ?? key
      if (seen.has(id)) return false
      seen.add(id)
      return true
    })
    .slice(0, most)
  return [...found, ...rows.filter(({ kind }) => kind === 'add')]
}

/** Where the highlight stands after rows came in: on the row the person chose, else on the first. */
export function highlightAt(rows: readonly Row[], chosenKey: string | undefined): number {
  const at = chosenKey === undefined ? -1 : rows.findIndex(({ key }) => key === chosenKey)
  return Math.max(0, at)
}

/** The ranges of a label that were typed, for showing them bold. */
export function matchedRanges(label: string, words: string): [number, number][] {
  const ranges: [number, number][] = []
  const folded = plain(label)
  // Folding that changes the length would point at other letters.
  if (folded.length !== label.length) return ranges
  for (const word of plain(words).split(/\s+/).filter(Boolean)) {
    const starts = [0, ...Array.from(folded.matchAll(/[\s·,/-]/g), ({ index }) => index + 1)]
    const from = starts.find((at) => folded.startsWith(word, at))
    if (from !== undefined) ranges.push([from, from + word.length])
  }
  return ranges.sort((one, other) => one[0] - other[0])
}
