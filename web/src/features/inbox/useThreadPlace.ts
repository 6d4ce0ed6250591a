import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Bubble, ThreadRow } from '../messages/index.ts'
import { isFarUpIn } from './far-up.ts'
import { loadPx, useOlderAtTop } from './useOlderAtTop.ts'

export interface PlaceAsked {
  rows: readonly ThreadRow[]
  bubbles: readonly Bubble[]
  target: { id: string } | undefined
  hasOlder: boolean
  hasNewer: boolean
  /** Grows each time the end of the thread was asked for. */
  latestAsked: number
  /** Nothing is being loaded, and the last older page did not fail. */
  isResting: boolean
  onOlder: () => void
  onNewer: () => void
  scroller: RefObject<HTMLDivElement | null>
  /** The calendar day of a moment where the reader is. */
  dayOf: (at: string) => string
}

/** Where the reader of a thread is. */
export interface ThreadPlace {
  virtual: RefObject<VirtualizerHandle | null>
  /** Rows came in above, or went there: the reader's place is kept. */
  grewAbove: boolean
  /** New messages under what is shown. */
  below: number
  /** A moment of the day at the top edge; undefined at the very top, where its line stands. */
  day: string | undefined
  /** The end is more than two screens away. */
  isFarUp: boolean
  /** The message that is shown for a moment. */
  flashedId: string | undefined
  hearScroll: (offset: number) => void
  goDown: () => void
}

const stickPx = 80
const flashMs = 2000
const endPx = 16

function momentOf(row: ThreadRow | undefined): string | undefined {
  if (row?.kind === 'day') return row.at
  return row?.kind === 'bubble' ? row.bubble.at : undefined
}

/** Keeps the reader's place in a thread while it grows at both ends, and says what is beyond the edges. */
export function useThreadPlace(asked: PlaceAsked): ThreadPlace {
  const { rows, bubbles, target, hasOlder, hasNewer, latestAsked, isResting, onOlder, onNewer, scroller, dayOf } = asked
  const virtual = useRef<VirtualizerHandle>(null)
  const isAtEnd = useRef(true)
  const isPlaced = useRef(false)
  /** On the way to where it opens, which is taken again whenever a size changes in the first moments. */
  const isOpening = useRef(false)
  const lastOffset = useRef(0)
  const [below, setBelow] = useState(0)
  const [day, setDay] = useState<string>()
  const [isFarUp, setFarUp] = useState(false)
  const [flashedId, setFlashedId] = useState<string>()
  const reached = useRef(latestAsked)
  const shown = useRef<{ id: string } | undefined>(undefined)

  const [firstKey, lastKey] = [bubbles[0]?.key, bubbles.at(-1)?.key]
  const before = useRef({ firstKey, lastKey, count: bubbles.length })
  // Rows that come in or go above keep the reader's place; it is known while rendering, not after.
  const grewAbove = before.current.firstKey !== firstKey && before.current.lastKey === lastKey

  useLayoutEffect(() => {
    const was = before.current
    before.current = { firstKey, lastKey, count: bubbles.length }
    if (rows.length === 0) return
    if (target && target !== shown.current) {
      const at = rows.findIndex((row) => row.kind === 'bubble' && row.bubble.message?.id === target.id)
      if (at !== -1) {
        shown.current = target
        isPlaced.current = true
        isAtEnd.current = false
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
    if (reached.current !== latestAsked && !hasNewer) {
      reached.current = latestAsked
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
  }, [rows, bubbles, firstKey, lastKey, target, hasNewer, latestAsked])

  useEffect(() => {
    if (flashedId === undefined) return
    const timer = setTimeout(() => setFlashedId(undefined), flashMs)
    return () => clearTimeout(timer)
  }, [flashedId])

  useOlderAtTop({ virtual, firstKey, hasOlder, isResting, onOlder })

  const isEmpty = rows.length === 0
  // The end stays in sight when the box shrinks (keyboard, growing composer) or a bubble grows.
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const watch = new ResizeObserver(() => {
      // Rows that turn out shorter than guessed bring the end to a reader who opened at the first unread.
      isAtEnd.current ||=
        isPlaced.current && !hasNewer && box.scrollHeight - box.scrollTop - box.clientHeight <= stickPx
      if (!isAtEnd.current) return
      if (isOpening.current) virtual.current?.scrollTo(box.scrollHeight)
      isOpening.current = false
      box.scrollTop = box.scrollHeight
      // While a keyboard came up the box was so low that everything was far away.
      setFarUp(false)
    })
    watch.observe(box)
    if (box.firstElementChild) watch.observe(box.firstElementChild)
    return () => watch.disconnect()
  }, [isEmpty, scroller, hasNewer])

  function hearScroll(offset: number): void {
    const handle = virtual.current
    if (!handle || !isPlaced.current) return
    const left = handle.scrollSize - offset - handle.viewportSize
    const isNear = left <= stickPx && !hasNewer
    // Rows that turn out taller than guessed push the end away; only a reader who goes up leaves it.
    if (isNear || offset < lastOffset.current) isAtEnd.current = isNear
    lastOffset.current = offset
    if (isAtEnd.current) setBelow(0)
    setFarUp(isFarUpIn({ left, viewport: handle.viewportSize, isAtEnd: isAtEnd.current }))
    const top = handle.findItemIndex(offset)
    const moment = offset > stickPx ? (momentOf(rows[top]) ?? momentOf(rows[top + 1])) : undefined
    setDay((now) => (now && moment && dayOf(now) === dayOf(moment) ? now : moment))
    if (offset < loadPx && hasOlder) onOlder()
    if (left < loadPx && hasNewer) onNewer()
  }
  function goDown(): void {
    setBelow(0)
    virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: endPx })
  }
  return { virtual, grewAbove, below, day, isFarUp, flashedId, hearScroll, goDown }
}
