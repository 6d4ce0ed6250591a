import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { readStored, writeStored } from '../../../shared/lib/storage.ts'
import classes from '../Inbox.module.css'

/** The width of a resizable panel, stored on this device. */
export interface PanelWidth {
  width: number
  min: number
  max: number
  set: (width: number) => void
}

/** Manages the width of a panel in px between two bounds; stored under a key. */
export function usePanelWidth(
  key: string,
  { usual, min, max }: { usual: number; min: number; max: number },
): PanelWidth {
  const clampWidth = (width: number) => Math.round(Math.max(min, Math.min(max, width)))
  const [width, setWidth] = useState(() => {
    const stored = readStored(key)
    return typeof stored === 'number' && Number.isFinite(stored) ? clampWidth(stored) : usual
  })
  function set(next: number): void {
    setWidth(clampWidth(next))
    writeStored(key, clampWidth(next))
  }
  return { width, min, max, set }
}

export interface SplitterProps {
  label: string
  panel: PanelWidth
  /** Whether the panel is before or after the splitter. */
  side: 'start' | 'end'
}

const stepPx = 20

/** The splitter between two panels: moved by dragging or with the arrow keys. */
export function Splitter({ label, panel, side }: SplitterProps) {
  const [from, setFrom] = useState<{ x: number; width: number }>()
  const { width, min, max, set } = panel
  function grow(px: number): number {
    const isRtl = document.documentElement.dir === 'rtl'
    return (side === 'start') === isRtl ? -px : px
  }
  function move(event: PointerEvent<HTMLDivElement>): void {
    if (from) set(from.width + grow(event.clientX - from.x))
  }
  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? stepPx : event.key === 'ArrowLeft' ? -stepPx : 0
    const next = event.key === 'Home' ? min : event.key === 'End' ? max : step === 0 ? undefined : width + grow(step)
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }
  return (
    <div
      className={classes.splitter}
      data-side={side}
      data-moving={from !== undefined || undefined}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, width })
      }}
      onPointerMove={move}
      onPointerUp={() => setFrom(undefined)}
      onPointerCancel={() => setFrom(undefined)}
    />
  )
}
