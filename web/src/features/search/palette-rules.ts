/** The target of a palette row; `add` is the form for a contact that was not found. */
export type RowKind = 'recent' | 'action' | 'person' | 'message' | 'group' | 'page' | 'add'

export interface Row {
  /** Identifies the row, also when others are inserted above. */
  key: string
  kind: RowKind
  label: string
  /** Gray text after the label. */
  detail?: string
  /** The shortcut for the same action. */
  keys?: string
  /** The link target; rows without a path run `onChoose`. */
  path?: string
  onChoose?: () => void
  /** The phone number of a contact, for calling. */
  phone?: string | null
  userId?: string
}

/** The typed text without its prefix, and the kind it is limited to. */
export interface PaletteQuery {
  terms: string
  only: RowKind | undefined
}

const prefixes: Record<string, RowKind> = { '>': 'action', '@': 'person', '#': 'group' }
const order: RowKind[] = ['recent', 'action', 'person', 'message', 'group', 'page']

/** Parses the typed text: `>` limits it to actions, `@` to contacts, `#` to groups. */
export function parseQuery(typed: string): PaletteQuery {
  const text = typed.trimStart()
  const only = prefixes[text.charAt(0)]
  return { terms: (only ? text.slice(1) : text).trim(), only }
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/**
 * Returns whether every typed word is the start of a word in the label, ignoring case and accents and one wrong letter
 * in words of four or more letters.
 */
export function matches(label: string, terms: string): boolean {
  const parts = plain(label).split(/[\s·,/-]+/)
  return plain(terms)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => parts.some((part) => part.startsWith(word) || (word.length >= 4 && hasOneTypo(part, word))))
}

/** Returns whether the start of a word differs by one letter: changed, missing, added, or two swapped. */
function hasOneTypo(part: string, word: string): boolean {
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
 * Returns the rows in palette order, each once: recent items are not repeated below. The offer to add a contact is last
 * and never cut off, so that an existing contact is chosen first.
 */
export function arranged(rows: readonly Row[], { only }: PaletteQuery, most = 40): Row[] {
  const seenIds = new Set<string>()
  const candidates = only === undefined ? rows : rows.filter(({ kind }) => kind === only)
  const sorted = order
    .flatMap((kind) => candidates.filter((row) => row.kind === kind))
    .filter(({ path, key }) => {
      const id = path ?? key
      if (seenIds.has(id)) return false
      seenIds.add(id)
      return true
    })
    .slice(0, most)
  return [...sorted, ...rows.filter(({ kind }) => kind === 'add')]
}

/**
 * Returns the index of the highlighted row after rows were inserted: the row chosen by the user, otherwise the first.
 */
export function highlightAt(rows: readonly Row[], chosenKey: string | undefined): number {
  const at = chosenKey === undefined ? -1 : rows.findIndex(({ key }) => key === chosenKey)
  return Math.max(0, at)
}

/** Returns the typed ranges of a label, to show them bold. */
export function matchedRanges(label: string, terms: string): [number, number][] {
  const ranges: [number, number][] = []
  const folded = plain(label)
  // If folding changes the length, the ranges would mark other letters.
  if (folded.length !== label.length) return ranges
  for (const word of plain(terms).split(/\s+/).filter(Boolean)) {
    const starts = [0, ...Array.from(folded.matchAll(/[\s·,/-]/g), ({ index }) => index + 1)]
    const from = starts.find((at) => folded.startsWith(word, at))
    if (from !== undefined) ranges.push([from, from + word.length])
  }
  return ranges.sort((a, b) => a[0] - b[0])
}
