// What must hold while the product runs for hours: pure functions over the samples a run took.

/** One process at one moment. */
export interface ProcessFigures {
  /** Resident memory, in MiB. */
  rss: number
  /** Used memory of the JavaScript heap, in MiB; undefined when it did not answer. */
  heap: number | undefined
  /** Open file descriptors. */
  fds: number
  /** Processor time since the last sample, in percent of one core. */
  cpu: number
}

/** The product at one moment. */
export interface Sample {
  /** Since the load began, in ms. */
  at: number
  processes: Record<string, ProcessFigures>
  /** Rows and files that are past their deadline, by kind; kinds without any are missing. */
  stuck: Record<string, number>
}

/** How fast something grows, with the standard error of the figure. */
export interface Slope {
  perHour: number
  error: number
}

/** What a process did in the second half of a run. */
export interface Trend {
  name: string
  rss: Slope
  heap: Slope
  fds: Slope
  /** Means. */
  meanRss: number
  cpu: number
}

const HOUR_MS = 3_600_000
/** How much resident memory may grow in an hour, in MiB. */
const RSS_PER_HOUR = 1
/** How many file descriptors may be added in an hour: less than one, because a leak adds them with the load. */
const FDS_PER_HOUR = 1
/** A second half shorter than this says nothing about an hour, in ms. */
const JUDGED_FROM_MS = 20 * 60_000

/** Fits a line through points of time in ms and value (least squares). */
export function slopeOf(points: readonly (readonly [number, number])[]): Slope {
  const n = points.length
  if (n < 3) return { perHour: 0, error: Number.POSITIVE_INFINITY }
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n
  const squares = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / squares
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return { perHour: slope * HOUR_MS, error: Math.sqrt(rest / (n - 2) / squares) * HOUR_MS }
}

/** The samples after warm-up: the heap of Node.js grows until its first full collections. */
function secondHalf(samples: readonly Sample[]): Sample[] {
  const end = samples.at(-1)?.at ?? 0
  return samples.filter((sample) => sample.at >= end / 2)
}

/** Returns what each process did in the second half. */
export function trendsIn(samples: readonly Sample[]): Trend[] {
  const late = secondHalf(samples)
  return Object.keys(late.at(-1)?.processes ?? {}).map((name) => {
    const figures = late.flatMap(({ at, processes }) => (processes[name] ? [{ at, ...processes[name] }] : []))
    const mean = (of: (figure: ProcessFigures) => number) =>
      figures.reduce((sum, figure) => sum + of(figure), 0) / figures.length
    return {
      name,
      rss: slopeOf(figures.map(({ at, rss }) => [at, rss])),
      heap: slopeOf(figures.flatMap(({ at, heap }) => (heap === undefined ? [] : [[at, heap] as const]))),
      fds: slopeOf(figures.map(({ at, fds }) => [at, fds])),
      meanRss: mean(({ rss }) => rss),
      cpu: mean(({ cpu }) => cpu),
    }
  })
}

/**
 * Finds processes that grow and rows that are stuck. A figure grows when the line through the second half rises by more
 * than the limit, and by more than the scatter of the samples explains.
 */
export function judgeSoak(samples: readonly Sample[]): Record<string, string[]> {
  const late = secondHalf(samples)
  const isJudged = (late.at(-1)?.at ?? 0) - (late[0]?.at ?? 0) >= JUDGED_FROM_MS
  const rises = ({ perHour, error }: Slope, limit: number) => perHour - 2 * error > limit
  const trends = isJudged ? trendsIn(samples) : []
  const problems = {
    'memory grows': trends
      .filter(({ rss }) => rises(rss, RSS_PER_HOUR))
      .map(({ name, rss }) => `${name} by ${inWords(rss)} MiB an hour`),
    'file descriptors grow': trends
      .filter(({ fds }) => rises(fds, FDS_PER_HOUR))
      .map(({ name, fds }) => `${name} by ${inWords(fds)} an hour`),
    'past their deadline': samples.flatMap(({ at, stuck }) =>
      Object.entries(stuck).map(([kind, n]) => `${n} ${kind} after ${Math.round(at / 1000)} s`),
    ),
    'ended by itself': Object.keys(samples[0]?.processes ?? {}).filter((name) => !samples.at(-1)?.processes[name]),
    'no samples': samples.length < 3 ? [`${samples.length}`] : [],
  }
  return Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0))
}

/** A slope with its error, for people. */
export function inWords({ perHour, error }: Slope): string {
  return `${perHour.toFixed(1)} ± ${Number.isFinite(error) ? error.toFixed(1) : '?'}`
}

/** The texts of a run at its end. */
export interface SoakTexts {
  /** Texts of people that the product answered with 200. */
  accepted: { from: string; body: string }[]
  /** Texts in threads, with the number of the thread's contact. */
  received: { phone: string; body: string }[]
}

/** Finds texts of people that are not exactly once in their own thread. */
export function judgeInbound({ accepted, received }: SoakTexts): Record<string, string[]> {
  const threads = Map.groupBy(received, ({ body }) => body)
  const problems = {
    'received but lost': accepted.filter(({ body }) => !threads.has(body)).map(({ body }) => body),
    'received twice': [...threads].filter(([, texts]) => texts.length > 1).map(([body]) => body),
    'in the thread of another person': accepted
      .filter(({ body, from }) => threads.get(body)?.some(({ phone }) => phone !== from))
      .map(({ body }) => body),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0))
}
