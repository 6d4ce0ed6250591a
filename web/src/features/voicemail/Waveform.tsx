import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { barsOf, clock, positionAfterKey, positionAt } from './sound-rules.ts'
import classes from './Voicemail.module.css'

export interface WaveformProps {
  peaks: readonly number[]
  durationSec: number
  /** Seconds played so far. */
  at: number
  onSeek: (at: number) => void
  isOff: boolean
}

/** The waveform of a recording: clicks and arrow keys seek. Time runs from left to right in every language. */
export function Waveform({ peaks, durationSec, at, onSeek, isOff }: WaveformProps) {
  const { t } = useLingui()
  const bars = barsOf(peaks)
  const playedShare = durationSec > 0 ? at / durationSec : 0
  function point(event: PointerEvent<HTMLDivElement>): void {
    if (isOff || (event.type === 'pointermove' && event.buttons !== 1)) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    onSeek(positionAt((event.clientX - left) / Math.max(1, width), durationSec))
  }
  function press(event: KeyboardEvent): void {
    const position = positionAfterKey(event.key, at, durationSec)
    if (position === undefined || isOff) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(position)
  }
  const [now, all] = [clock(at), clock(durationSec)]
  return (
    <div
      className={classes.wave}
      dir="ltr"
      role="slider"
      tabIndex={isOff ? -1 : 0}
      aria-label={t`Playback position`}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSec)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t`${now} of ${all}`}
      aria-disabled={isOff || undefined}
      onPointerDown={point}
      onPointerMove={point}
      onKeyDown={press}
    >
      {bars.map((height, index) => (
        // The index of a bar is its position in the recording.
        <span
          key={index}
          data-heard={(index + 0.5) / bars.length <= playedShare || undefined}
          style={{ blockSize: `${height}%` }}
        />
      ))}
    </div>
  )
}
