/** One measured run: how much was done in how long, and the processor seconds each process spent on it. */
export interface Run {
  count: number
  seconds: number
  cpu?: Record<string, number>
}

/** What pairs of runs showed. Shares compare each round with the floor right beside it. */
export interface Shares {
  median: number
  least: number
  most: number
  rounds: number
  floorPerSecond: number
  productPerSecond: number
  /** Processor milliseconds for a thousand, by process. */
  cpu: Record<string, number>
}

/**
 * Runs floor and product in turn, drops the first round and answers the median of the rounds' ratios, because a busy
 * machine slows both sides of a round alike.
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

/** The middle of these numbers. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? (sorted[half] ?? NaN) : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
}

function perSecond(run: Run): number {
  return run.count / run.seconds
}

/** A goal as it is printed beside a figure. */
export interface Goal {
  accept: string
  moonshot: string
}

/** Prints one comparison in one line. */
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
