/** Returns a seeded random generator, so that a failure can be reproduced: a whole number from 0 to below `sides`. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Returns the items in a random order. */
export function shuffled<T>(items: readonly T[], roll: (sides: number) => number): T[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = roll(at + 1)
    ;[result[at], result[other]] = [result[other] as T, result[at] as T]
  }
  return result
}
