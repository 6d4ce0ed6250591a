import type { Felt, Frames } from './page-timer.ts'

/** An act's name, how long a person may wait for it in ms, and how it was felt each time, on our page and on the bare one. */
export interface ActTold {
  name: string
  goal: number
  ours: Felt[]
  bare: Felt[]
}

/** Each act of ours beside the same act on the bare page: what is ours is the difference. */
export function tellAct({ name, goal, ours, bare }: ActTold): void {
  const ms = ours.map((one) => one.ms)
  const [p75, floor] = [
    at(ms, 0.75),
    at(
      bare.map((one) => one.ms),
      0.75,
    ),
  ]
  const [worked, least] = [ours, bare].map((all) =>
    at(
      all.map((one) => one.worked),
      0.5,
    ).toFixed(1),
  )
  const range = `${at(ms, 0).toFixed(0)}-${at(ms, 1).toFixed(0)}`
  const more = `machine ${floor.toFixed(0)}, ours ${(p75 - floor).toFixed(0)} more, x${(p75 / floor).toFixed(1)}`
  const thread = `main thread ${worked} ms, machine ${least}`
  print(name, `${p75.toFixed(0)} ms (${range}; ${more}; ${thread})`, `<= ${goal}`, p75 <= goal)
}

/** Frames and work of so many steps of the wheel on our page, and the same on the bare one. */
export interface ScrollTold {
  name: string
  ours: Frames
  steps: number
  bare: Frames
  bareSteps: number
}

/** The gaps between frames beside those of the bare page. */
export function tellFrames({ name, ours, steps, bare, bareSteps }: ScrollTold): void {
  const three = ({ gaps }: Frames) =>
    `${at(gaps, 0.75).toFixed(1)} ms, p95 ${at(gaps, 0.95).toFixed(1)}, worst ${at(gaps, 1).toFixed(0)}`
  const each = ({ worked }: Frames, many: number) => (worked / many).toFixed(1)
  const words = `frames ${three(ours)} (machine ${three(bare)}); main thread ${each(ours, steps)} ms a step (machine ${each(bare, bareSteps)})`
  print(name, words, 'p75 <= 17, p95 <= 34', at(ours.gaps, 0.75) <= 17 && at(ours.gaps, 0.95) <= 34)
}

/** A figure beside its goal, and whether it is met. */
export function print(name: string, figure: string, goal: string, isMet: boolean): void {
  console.log(`  ${name}: ${figure}; goal ${goal}: ${isMet ? 'OK' : 'over'}`)
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
