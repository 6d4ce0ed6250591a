import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { rowsInSight, type RowWindow } from './row-window.ts'

const leastPx = 320

/** The height left for a box from its top to the bottom of the scrolling page, less what is to be kept free, in px; followed while either moves. */
export function useRoomBelow(
  box: RefObject<HTMLElement | null>,
  { isOn, keepFree }: { isOn: boolean; keepFree: number },
): number | undefined {
  const [room, setRoom] = useState<number>()
  // After each drawing: what stands above the box may have grown.
  useLayoutEffect(() => {
    const page = box.current?.closest('main')
    if (!isOn || !box.current || !page) return
    const look = (): void => {
      if (!box.current) return
      const top = box.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop
      setRoom(Math.max(leastPx, Math.floor(page.clientHeight - top - keepFree)))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(page)
    if (box.current.previousElementSibling) watch.observe(box.current.previousElementSibling)
    return () => watch.disconnect()
  })
  return isOn ? room : undefined
}

export interface RowWindowAsked {
  /** How many rows there are. */
  count: number
  /** What a row is high before one was measured, in px. */
  rowHeight: number
  isOn: boolean
}

/** Which rows of a scrolling box are to be drawn, and how high one is; all of them while it is off. */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  { count, rowHeight, isOn }: RowWindowAsked,
): RowWindow & { rowHeight: number } {
  const [{ height, first, last }, setWindow] = useState({ height: rowHeight, first: 0, last: 32 })
  useEffect(() => {
    const element = box.current
    if (!isOn || !element) return
    const look = (): void => {
      // Text made larger by the reader makes rows higher.
      const measured = element.querySelector<HTMLElement>('[data-row]')?.getBoundingClientRect().height ?? 0
      const next = { height: measured > 0 ? measured : rowHeight }
      const sight = { ...next, ...rowsInSight(element.scrollTop, element.clientHeight, next.height) }
      element.toggleAttribute('data-scrolled', element.scrollLeft !== 0)
      setWindow((now) =>
        now.first === sight.first && now.last === sight.last && now.height === sight.height ? now : sight,
      )
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [box, isOn, rowHeight, count])
  if (!isOn) return { first: 0, last: count, rowHeight }
  return { first: Math.min(first, count), last: Math.min(last, count), rowHeight: height }
}
