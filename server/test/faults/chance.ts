/** Repeatable randomness: the same seed gives the same choices. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number
  /** Picks one of these. */
  pick<T>(of: readonly T[]): T
}

/** Creates randomness from a seed (mulberry32, public domain). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (of) => of[Math.floor(next() * of.length)] as (typeof of)[number],
  }
}
