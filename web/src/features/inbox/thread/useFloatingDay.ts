import { useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ThreadRow } from '../../messages/index.ts'
import { floatingDay } from './floating-day.ts'

const lingerMs = 1000

export interface FloatingDay {
  /** An instant of the day at the top edge; undefined while the line of that day is in view. */
  day: string | undefined
  /** The thread scrolled within the last second. */
  isScrolling: boolean
  updateDay: (handle: VirtualizerHandle, offset: number) => void
}

/** Names the day at the top edge of a thread while the reader scrolls. At rest it would cover text. */
export function useFloatingDay(rows: readonly ThreadRow[], dayOf: (at: string) => string): FloatingDay {
  const [day, setDay] = useState<string>()
  const [isScrolling, setScrolling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function updateDay(handle: VirtualizerHandle, offset: number): void {
    const moment = floatingDay({
      rows,
      top: handle.findItemIndex(offset),
      dayOf,
      isInView: (index) => handle.getItemOffset(index) + handle.getItemSize(index) > offset,
    })
    setDay((now) => (now && moment && dayOf(now) === dayOf(moment) ? now : moment))
    setScrolling(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setScrolling(false), lingerMs)
  }
  return { day, isScrolling, updateDay }
}
