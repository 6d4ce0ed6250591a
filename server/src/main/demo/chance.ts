/** Deterministic randomness, the same on every machine, so that all demos have the same stories. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number
  /** Returns true with this probability. */
  happens(likelihood: number): boolean
  /** Picks one of these. */
  pick<T>(items: readonly T[]): T
  /** Returns the items in random order. */
  shuffled<T>(items: readonly T[]): T[]
}

/** Creates randomness from a seed; the same seed gives the same sequence. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  // A Weyl sequence through a 32-bit finalizer: short, and uniform enough for names and times.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  const integer = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    integer,
    happens: (likelihood) => next() < likelihood,
    pick: (items) => {
      if (items.length === 0) throw new Error('cannot choose from an empty list')
      return items[integer(0, items.length - 1)] as (typeof items)[number]
    },
    shuffled: (items) => {
      const mixed = [...items]
      for (let at = mixed.length - 1; at > 0; at--) {
        const swapWith = integer(0, at)
        ;[mixed[at], mixed[swapWith]] = [mixed[swapWith] as (typeof mixed)[number], mixed[at] as (typeof mixed)[number]]
      }
      return mixed
    },
  }
}
