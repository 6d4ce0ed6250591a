/** One measured run: how much work was done, how long it took, and the processor seconds of each process. */
export interface Run {
  count: number
  seconds: number
  cpu?: Record<string, number>
}

/** The result of paired runs. Shares compare each round with the floor run next to it. */
export interface Shares {
  median: number
  least: number
  most: number
  rounds: number
  floorPerSecond: number
  productPerSecond: number
  /** Processor milliseconds per thousand operations, by process. */
  cpu: Record<string, number>
}

/**
 * Runs floor and product alternately, drops the first round and returns the median of the rounds' ratios, because a
 * busy machine slows both sides of a round alike.
 */
export async function comparePairs(
  rounds: number,
  floor: (round: number) => Promise<Run>,
  product: (round: number) => Promise<Run>,
): Promise<Shares> {
  const pairs: { floor: Run; product: Run }[] = []
  for (let round = 0; round <= rounds; round++) {
    const pair = { floor: await floor(round), product: await product(round) }
    if (round > 0) pairs.push(pair)
  }
  const shares = pairs.map((pair) => perSecond(pair.product) / perSecond(pair.floor))
  const names = Object.keys(pairs[0]?.product.cpu ?? {})
  return {
    median: median(shares),
    least: Math.min(...shares),
    most: Math.max(...shares),
    rounds,
    floorPerSecond: median(pairs.map((pair) => perSecond(pair.floor))),
    productPerSecond: median(pairs.map((pair) => perSecond(pair.product))),
    cpu: Object.fromEntries(
      names.map((name) => [
        name,
        median(pairs.map(({ product }) => ((product.cpu?.[name] ?? 0) * 1_000_000) / product.count)),
      ]),
    ),
  }
}

/** Returns the median. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? (sorted[half] ?? NaN) : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
}

function perSecond(run: Run): number {
  return run.count / run.seconds
}

/** A goal as printed next to a figure. */
export interface Goal {
  accept: string
  moonshot: string
}

/** Prints one comparison on one line. */
export function printShares(name: string, shares: Shares, goal: Goal): void {
  const cpu = Object.entries(shares.cpu)
    .map(([of, ms]) => `${of} ${ms.toFixed(0)}`)
    .join(', ')
  console.log(
    `${name}: ${shares.median.toFixed(2)} of the floor (${shares.least.toFixed(2)}-${shares.most.toFixed(2)}, ${shares.rounds} rounds; ` +
      `${round(shares.productPerSecond)}/s against ${round(shares.floorPerSecond)}/s)` +
      `${cpu ? `; CPU ms per 1,000: ${cpu}` : ''}; goal ${goal.accept}, moonshot ${goal.moonshot}`,
  )
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en')
}
