// Which rows a report must not show, because a hidden figure would follow from them: by subtracting the others from a total,
// or a group from one that contains it.
import { SMALLEST_CELL } from '@crewline/contract/analytics-limits'

/** A row of a report, and how many people it is about. */
export interface RevealRow {
  key: string
  people: number
}

/** What is counted in the same rows and the same periods: it adds to all of their figures or to none. */
export interface Part {
  periods: readonly string[]
  keys: readonly string[]
}

/** Whether so many people are too few for a figure. */
export function isFew(people: number): boolean {
  return people > 0 && people < SMALLEST_CELL
}

/**
 * Returns the rows about enough people that must be hidden too, fewest people first: with them a row about a few people, or all
 * that is in no other row when `isRestFew`, would be a sum or difference of what is shown. Shown are the total and these periods, except
 * one that reveals something by itself. `systems` has the parts of each kind of figure that adds up in its own way. Beyond
 * `most`, the rows about the fewest people are hidden unseen.
 */
export function revealingRows(
  rows: readonly RevealRow[],
  systems: readonly (readonly Part[])[],
  { periods, isRestFew, most = 250 }: { periods: readonly string[]; isRestFew: boolean; most?: number },
): Set<string> {
  const few = rows.filter(({ people }) => isFew(people)).map(({ key }) => key)
  if (few.length === 0) return new Set()
  const keys = rows
    .filter(({ people }) => !isFew(people))
    .sort((a, b) => b.people - a.people || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key)
  const size = Math.min(keys.length, most) + few.length + periods.length + SPARE
  const enough = new Set(keys)
  const isRest = (part: Part) => isRestFew && !part.keys.some((key) => enough.has(key))
  const spans = systems.map((parts) => spanOf(parts, { few, isRest, periods, size }))
  const hidden = new Set(keys.slice(most))
  for (const key of keys.slice(0, most)) {
    const added = spans.map(({ span, vector }) => span.reduce(vector((part) => part.keys.includes(key))))
    if (spans.some(({ span }, nth) => span.reveals(added[nth] as Vector))) hidden.add(key)
    else for (const [nth, { span }] of spans.entries()) span.add(added[nth] as Vector)
  }
  return hidden
}

type Vector = Float64Array
/** Numbers are counted modulo this prime: products of two stay exact. */
const PRIME = 67_108_859
/** Room for the total and the rest, and numbers more than vectors, so that sums at random keep them apart. */
const SPARE = 10

interface Audit {
  span: Span
  vector: (holds: (part: Part) => boolean) => Vector
}

function spanOf(
  parts: readonly Part[],
  {
    few,
    isRest,
    periods,
    size,
  }: { few: string[]; isRest: (part: Part) => boolean; periods: readonly string[]; size: number },
): Audit {
  // With more parts than vectors, each part is as many numbers at random: what depends on each other still does.
  const isFolded = parts.length > size
  const vector: Audit['vector'] = (holds) => {
    const sums = new Float64Array(isFolded ? size : parts.length)
    for (const [nth, part] of parts.entries()) {
      if (!holds(part)) continue
      if (!isFolded) sums[nth] = 1
      else for (let at = 0; at < size; at += 1) sums[at] = ((sums[at] as number) + mixed(nth * size + at)) % PRIME
    }
    return sums
  }
  const span = new Span()
  for (const key of few) span.protect(vector((part) => part.keys.includes(key)))
  span.protect(vector(isRest))
  span.show(vector(() => true))
  for (const period of periods) span.show(vector((part) => part.periods.includes(period)))
  return { span, vector }
}

/** The sums and differences of what is shown, in echelon form, and what must not be among them. */
class Span {
  private readonly shown: { vector: Vector; pivot: number }[] = []
  private hidden: Vector[] = []

  /** Returns what is left of a vector after what is shown; all zero when it follows from it. */
  reduce(vector: Vector): Vector {
    return this.shown.reduce((rest, { vector: shown, pivot }) => without(rest, shown, pivot), vector)
  }

  /** Protects a vector before anything is shown. */
  protect(vector: Vector): void {
    if (pivotOf(vector) >= 0) this.hidden.push(vector)
  }

  /** Shows a vector unless it reveals a hidden one. */
  show(vector: Vector): void {
    const rest = this.reduce(vector)
    if (!this.reveals(rest)) this.add(rest)
  }

  /** Returns whether a hidden vector would follow if this one, reduced, were shown too. */
  reveals(rest: Vector): boolean {
    const pivot = pivotOf(rest)
    if (pivot < 0) return false
    const scaled = withOne(rest, pivot)
    return this.hidden.some((hidden) => pivotOf(without(hidden, scaled, pivot)) < 0)
  }

  /** Shows a vector that was reduced. */
  add(rest: Vector): void {
    const pivot = pivotOf(rest)
    if (pivot < 0) return
    const vector = withOne(rest, pivot)
    this.shown.push({ vector, pivot })
    this.hidden = this.hidden.map((hidden) => without(hidden, vector, pivot))
  }
}

const pivotOf = (vector: Vector): number => vector.findIndex((value) => value !== 0)

/** Returns `from` less so many times `vector`, which has one at `pivot`, that nothing is left there. */
function without(from: Vector, vector: Vector, pivot: number): Vector {
  const times = from[pivot] as number
  if (times === 0) return from
  return from.map((value, at) => (value + (PRIME - times) * (vector[at] as number)) % PRIME)
}

function withOne(vector: Vector, pivot: number): Vector {
  const inverse = power(vector[pivot] as number, PRIME - 2)
  return vector.map((value) => (value * inverse) % PRIME)
}

function power(base: number, exponent: number): number {
  let result = 1
  for (let square = base, left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % PRIME
    square = (square * square) % PRIME
  }
  return result
}

/** Returns a number below the prime that looks random and is the same for the same argument. */
function mixed(seed: number): number {
  let bits = Math.imul(seed ^ (seed >>> 16), 0x7feb_352d) + 0x9e37_79b9
  bits = Math.imul(bits ^ (bits >>> 15), 0x846c_a68b)
  return ((bits ^ (bits >>> 16)) >>> 0) % PRIME
}
