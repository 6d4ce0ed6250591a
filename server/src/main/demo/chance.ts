/** Chance that falls the same way on every machine, so that two demos tell the same stories. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** Whether something of this likelihood happens. */
  happens(likelihood: number): boolean
  /** One of these. */
  one<T>(items: readonly T[]): T
  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[]
}

/** Chance from a seed; the same seed gives the same falls. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  // Weyl sequence through a 32-bit finalizer: short, and even enough for names and times.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    happens: (likelihood) => next() < likelihood,
    one: (items) => {
      if (items.length === 0) throw new Error('one of nothing was asked for')
      return items[whole(0, items.length - 1)] as (typeof items)[number]
    },
    shuffled: (items) => {
      const mixed = [...items]
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = whole(0, at)
        ;[mixed[at], mixed[other]] = [mixed[other] as (typeof mixed)[number], mixed[at] as (typeof mixed)[number]]
      }
      return mixed
    },
  }
}
