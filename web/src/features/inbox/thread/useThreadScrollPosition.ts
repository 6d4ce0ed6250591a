import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Bubble, ThreadRow } from '../../messages/index.ts'
import { isEndFarAway } from '../list/far-up.ts'
import { useFloatingDay, type FloatingDay } from './useFloatingDay.ts'
import { loadPx, useOlderAtTop } from './useOlderAtTop.ts'

export interface ThreadScrollOptions {
  rows: readonly ThreadRow[]
  bubbles: readonly Bubble[]
  target: { id: string } | undefined
  hasOlder: boolean
  hasNewer: boolean
  /** Incremented each time the user jumps to the end of the thread. */
  latestRequests: number
  /** Nothing is loading, and the last older page did not fail. */
  isResting: boolean
  onOlder: () => void
  onNewer: () => void
  scroller: RefObject<HTMLDivElement | null>
  /** Returns the calendar day of an instant in the zone of the reader. */
  dayOf: (at: string) => string
}

/** The scroll position of the reader in a thread. */
export interface ThreadScrollPosition extends Pick<FloatingDay, 'day' | 'isScrolling'> {
  virtual: RefObject<VirtualizerHandle | null>
  /** Rows were added or removed above, so the scroll position must be kept. */
  grewAbove: boolean
  /** Number of new messages below the visible ones. */
  below: number
  /** The end is more than two screens away. */
  isFarFromEnd: boolean
  /** The message that is highlighted for a moment. */
  flashedId: string | undefined
  handleScroll: (offset: number) => void
  goDown: () => void
}

const stickPx = 80
const flashMs = 2000
const endPx = 16

/** Keeps the scroll position in a thread while it grows at both ends, and reports what is beyond the edges. */
export function useThreadScrollPosition(options: ThreadScrollOptions): ThreadScrollPosition {
  const { rows, bubbles, target, hasOlder, hasNewer, latestRequests, isResting, onOlder, onNewer, scroller, dayOf } =
    options
  const virtual = useRef<VirtualizerHandle>(null)
  const isAtEnd = useRef(true)
  const isPlaced = useRef(false)
  /** Scrolling to the opening position, which is repeated when a size changes in the first moments. */
  const isOpening = useRef(false)
  const lastOffset = useRef(0)
  const [below, setBelow] = useState(0)
  const { day, isScrolling, updateDay } = useFloatingDay(rows, dayOf)
  const [isFarFromEnd, setFarFromEnd] = useState(false)
  const [flashedId, setFlashedId] = useState<string>()
  const reached = useRef(latestRequests)
  const shownTarget = useRef<{ id: string } | undefined>(undefined)

  const [firstKey, lastKey] = [bubbles[0]?.key, bubbles.at(-1)?.key]
  const before = useRef({ firstKey, lastKey, count: bubbles.length })
  // Must be known during render: rows added or removed above keep the scroll position. The last render that was
  // committed is compared, which state set during a render would not be.
  // oxlint-disable-next-line react/refs
  const grewAbove = before.current.firstKey !== firstKey && before.current.lastKey === lastKey

  useLayoutEffect(() => {
    const was = before.current
    before.current = { firstKey, lastKey, count: bubbles.length }
    if (rows.length === 0) return
    if (target && target !== shownTarget.current) {
      const at = rows.findIndex((row) => row.kind === 'bubble' && row.bubble.message?.id === target.id)
      if (at !== -1) {
        shownTarget.current = target
        isPlaced.current = true
        isAtEnd.current = false
        // The rows of the target have just been rendered, and the scroll position belongs to this same moment.
        // oxlint-disable-next-line react/set-state-in-effect
        setFlashedId(target.id)
        virtual.current?.scrollToIndex(at, { align: 'center' })
        return
      }
    }
    if (!isPlaced.current) {
      isPlaced.current = true
      const newAt = rows.findIndex(({ kind }) => kind === 'new')
      isAtEnd.current = newAt === -1 && !hasNewer
      isOpening.current = newAt !== -1
      const [at, align] = newAt === -1 ? [rows.length - 1, 'end' as const] : [newAt, 'start' as const]
      virtual.current?.scrollToIndex(at, { align, offset: newAt === -1 ? endPx : -8 })
      return
    }
    if (reached.current !== latestRequests && !hasNewer) {
      reached.current = latestRequests
      isAtEnd.current = true
      setBelow(0)
      virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: endPx })
      return
    }
    if (was.lastKey === lastKey || hasNewer) return
    const last = bubbles.at(-1)
    const added = Math.max(1, bubbles.length - was.count)
    if (isAtEnd.current || last?.pending)
      virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: endPx })
    else if (last?.direction === 'in' && was.firstKey === firstKey) setBelow((count) => count + added)
  }, [rows, bubbles, firstKey, lastKey, target, hasNewer, latestRequests])

  useEffect(() => {
    if (flashedId === undefined) return
    const timer = setTimeout(() => setFlashedId(undefined), flashMs)
    return () => clearTimeout(timer)
  }, [flashedId])

  useOlderAtTop({ virtual, firstKey, hasOlder, isResting, onOlder })

  const isEmpty = rows.length === 0
  // Keeps the end in view when the box shrinks (on-screen keyboard, growing composer) or a message grows.
  useEffect(() => {
    const box = scroller.current
    if (!box || isEmpty) return
    const watch = new ResizeObserver(() => {
      // When rows are shorter than estimated, a thread opened at the first unread may end up at its end.
      const isNearEnd = !hasNewer && box.scrollHeight - box.scrollTop - box.clientHeight <= stickPx
      if (isPlaced.current && isNearEnd) isAtEnd.current = true
      if (!isAtEnd.current) return
      if (isOpening.current) virtual.current?.scrollTo(box.scrollHeight)
      isOpening.current = false
      box.scrollTop = box.scrollHeight
      // While an on-screen keyboard opens, the box is so small that every position counts as far away.
      setFarFromEnd(false)
    })
    watch.observe(box)
    if (box.firstElementChild) watch.observe(box.firstElementChild)
    return () => watch.disconnect()
  }, [isEmpty, scroller, hasNewer])

  function handleScroll(offset: number): void {
    const handle = virtual.current
    if (!handle || !isPlaced.current) return
    const distanceToEnd = handle.scrollSize - offset - handle.viewportSize
    const isNearEnd = distanceToEnd <= stickPx && !hasNewer
    // Rows that are taller than estimated push the end away; only scrolling up leaves the end.
    if (isNearEnd || offset < lastOffset.current) isAtEnd.current = isNearEnd
    lastOffset.current = offset
    if (isAtEnd.current) setBelow(0)
    setFarFromEnd(isEndFarAway({ distanceToEnd, viewport: handle.viewportSize, isAtEnd: isAtEnd.current }))
    updateDay(handle, offset)
    if (offset < loadPx && hasOlder) onOlder()
    if (distanceToEnd < loadPx && hasNewer) onNewer()
  }
  function goDown(): void {
    setBelow(0)
    virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: endPx })
  }
  return { virtual, grewAbove, below, day, isScrolling, isFarFromEnd, flashedId, handleScroll, goDown }
}
