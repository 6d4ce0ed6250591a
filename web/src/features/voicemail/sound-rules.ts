/** Speeds a voicemail can be heard at. */
export const speeds = [1, 1.5, 2] as const
export type Speed = (typeof speeds)[number]

/** The speed after this one, round and round. */
export function nextSpeed(speed: Speed): Speed {
  return speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
}

/** A length in seconds as players write it: "0:32", "12:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(Number.isFinite(seconds) ? seconds : 0))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const flattest = 8
const flatSteps = 40

/** The heights of the picture, in percent; a recording nobody measured is a flat line. */
export function barsOf(peaks: readonly number[]): number[] {
  if (peaks.length === 0) return Array.from({ length: flatSteps }, () => flattest)
  return peaks.map((peak) => Math.min(100, Math.max(flattest, peak)))
}

/** The place in a recording a point of the picture stands for, in seconds; `share` runs from its start to its end. */
export function placeAt(share: number, durationSec: number): number {
  return Math.min(1, Math.max(0, share)) * Math.max(0, durationSec)
}

const stepSec = 5

/** Where a key of a slider leads in a recording; undefined for keys that are not for it. */
export function placeAfterKey(key: string, at: number, durationSec: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: at + stepSec,
    ArrowUp: at + stepSec,
    ArrowLeft: at - stepSec,
    ArrowDown: at - stepSec,
    Home: 0,
    End: durationSec,
  }
  const place = moves[key]
  return place === undefined ? undefined : Math.min(durationSec, Math.max(0, place))
}
