import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { findVisibleRows, type RowWindow } from './row-window.ts'

const leastPx = 320

/**
 * Returns the height from the top of a box to the bottom of the scrolling page, less the reserved space, in px; updates
 * when either moves.
 */
export function useSpaceBelow(
  box: RefObject<HTMLElement | null>,
  { isOn, keepFree }: { isOn: boolean; keepFree: number },
): number | undefined {
  const [availableHeight, setSpace] = useState<number>()
  // After each render, because the content above the box may have grown.
  useLayoutEffect(() => {
    const page = box.current?.closest('main')
    if (!isOn || !box.current || !page) return
    const measure = (): void => {
      if (!box.current) return
      const top = box.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop
      setSpace(Math.max(leastPx, Math.floor(page.clientHeight - top - keepFree)))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(page)
    if (box.current.previousElementSibling) watch.observe(box.current.previousElementSibling)
    return () => watch.disconnect()
  })
  return isOn ? availableHeight : undefined
}

export interface RowWindowOptions {
  /** The number of rows. */
  count: number
  /** The assumed height of a row before one is measured, in px. */
  rowHeight: number
  isOn: boolean
}

/** Returns which rows of a scrolling box to render, and the height of one; all rows while it is off. */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  { count, rowHeight, isOn }: RowWindowOptions,
): RowWindow & { rowHeight: number } {
  const [{ height, first, last }, setWindow] = useState({ height: rowHeight, first: 0, last: 32 })
  useEffect(() => {
    const element = box.current
    // Where fewer rows remain, the browser scrolls, and the event measures again.
    if (!isOn || !element) return
    const measure = (): void => {
      // A larger text size makes rows higher.
      const measured = element.querySelector<HTMLElement>('[data-row]')?.getBoundingClientRect().height ?? 0
      const next = { height: measured > 0 ? measured : rowHeight }
      const nextWindow = { ...next, ...findVisibleRows(element.scrollTop, element.clientHeight, next.height) }
      element.toggleAttribute('data-scrolled', element.scrollLeft !== 0)
      setWindow((now) =>
        now.first === nextWindow.first && now.last === nextWindow.last && now.height === nextWindow.height
          ? now
          : nextWindow,
      )
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      watch.disconnect()
    }
  }, [box, isOn, rowHeight])
  if (!isOn) return { first: 0, last: count, rowHeight }
  return { first: Math.min(first, count), last: Math.min(last, count), rowHeight: height }
}
