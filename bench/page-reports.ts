import type { Felt, Frames } from './page-timer.ts'

/** The name of an action, how long a user may wait for it in ms, and its timings on our page and on the bare one. */
export interface ActionReport {
  name: string
  goal: number
  ours: Felt[]
  bare: Felt[]
}

/** Prints each action of ours next to the same action on the bare page: the difference is our cost. */
export function printAction({ name, goal, ours, bare }: ActionReport): void {
  const ms = ours.map((timing) => timing.ms)
  const [p75, floor] = [
    at(ms, 0.75),
    at(
      bare.map((timing) => timing.ms),
      0.75,
    ),
  ]
  const [worked, least] = [ours, bare].map((all) =>
    at(
      all.map((timing) => timing.worked),
      0.5,
    ).toFixed(1),
  )
  const range = `${at(ms, 0).toFixed(0)}-${at(ms, 1).toFixed(0)}`
  const more = `machine ${floor.toFixed(0)}, ours ${(p75 - floor).toFixed(0)} more, x${(p75 / floor).toFixed(1)}`
  const thread = `main thread ${worked} ms, machine ${least}`
  print(name, `${p75.toFixed(0)} ms (${range}; ${more}; ${thread})`, `<= ${goal}`, p75 <= goal)
}

/** Frames and work for a number of wheel steps on our page, and the same on the bare one. */
export interface ScrollReport {
  name: string
  ours: Frames
  steps: number
  bare: Frames
  bareSteps: number
}

/** Prints the gaps between frames next to those of the bare page. */
export function printFrames({ name, ours, steps, bare, bareSteps }: ScrollReport): void {
  const three = ({ gaps }: Frames) =>
    `${at(gaps, 0.75).toFixed(1)} ms, p95 ${at(gaps, 0.95).toFixed(1)}, worst ${at(gaps, 1).toFixed(0)}`
  const each = ({ worked }: Frames, count: number) => (worked / count).toFixed(1)
  const figure = `frames ${three(ours)} (machine ${three(bare)}); main thread ${each(ours, steps)} ms per step (machine ${each(bare, bareSteps)})`
  print(name, figure, 'p75 <= 17, p95 <= 34', at(ours.gaps, 0.75) <= 17 && at(ours.gaps, 0.95) <= 34)
}

/** Prints a figure next to its goal, and whether the goal is met. */
export function print(name: string, figure: string, goal: string, isMet: boolean): void {
  console.log(`  ${name}: ${figure}; goal ${goal}: ${isMet ? 'OK' : 'over'}`)
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
