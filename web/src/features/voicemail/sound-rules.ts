/** The playback speeds of a voicemail. */
export const speeds = [1, 1.5, 2] as const
export type Speed = (typeof speeds)[number]

/** Returns the next playback speed, starting over after the last. */
export function nextSpeed(speed: Speed): Speed {
  return speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
}

/** Formats a length in seconds as "0:32" or "12:05". */
export function clock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.round(Number.isFinite(seconds) ? seconds : 0))
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`
}

const flattest = 8
const flatSteps = 40

/** Returns the bar heights of the waveform, in percent; a flat line for a recording without measurements. */
export function barsOf(peaks: readonly number[]): number[] {
  if (peaks.length === 0) return Array.from({ length: flatSteps }, () => flattest)
  return peaks.map((peak) => Math.min(100, Math.max(flattest, peak)))
}

/** Converts a position in the waveform to seconds; `share` is 0 at the start and 1 at the end of the recording. */
export function positionAt(share: number, durationSec: number): number {
  return Math.min(1, Math.max(0, share)) * Math.max(0, durationSec)
}

const stepSec = 5

/** Returns the position after a slider key, in seconds; undefined for other keys. */
export function positionAfterKey(key: string, at: number, durationSec: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: at + stepSec,
    ArrowUp: at + stepSec,
    ArrowLeft: at - stepSec,
    ArrowDown: at - stepSec,
    Home: 0,
    End: durationSec,
  }
  const position = moves[key]
  return position === undefined ? undefined : Math.min(durationSec, Math.max(0, position))
}
