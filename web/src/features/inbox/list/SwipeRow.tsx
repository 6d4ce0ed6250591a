import { Trans } from '@lingui/react/macro'
import { IconArchive, IconInbox, IconMail } from '@tabler/icons-react'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import classes from './ConversationRow.module.css'

export interface SwipeRowProps {
  /** A swipe toward the start of the line. Absent when the member lacks the permission. */
  onArchive?: (() => void) | undefined
  /** A swipe toward the end of the line. */
  onUnread: () => void
  isArchived: boolean
  children: ReactNode
}

const beginsPx = 12
const actionPx = 96
const mostPx = 140

/**
 * A row with swipe actions for a touch screen: toward the start archives, toward the end marks unread. The menu of the
 * thread offers both too.
 */
export function SwipeRow({ onArchive, onUnread, isArchived, children }: SwipeRowProps) {
  const [moved, setMoved] = useState(0)
  const from = useRef<{ x: number; y: number; isSwipe: boolean } | undefined>(undefined)
  const swept = useRef(false)
  const isRtl = document.documentElement.dir === 'rtl'
  const toEnd = isRtl ? -moved : moved

  function move(event: PointerEvent<HTMLDivElement>): void {
    const start = from.current
    if (!start) return
    const [x, y] = [event.clientX - start.x, event.clientY - start.y]
    if (!start.isSwipe) {
      if (Math.abs(y) > beginsPx) from.current = undefined
      if (Math.abs(x) < beginsPx || Math.abs(x) < Math.abs(y)) return
      start.isSwipe = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    const isToStart = isRtl ? x > 0 : x < 0
    setMoved(isToStart && !onArchive ? 0 : Math.max(-mostPx, Math.min(mostPx, x)))
  }
  function end(): void {
    swept.current = from.current?.isSwipe ?? false
    from.current = undefined
    if (toEnd <= -actionPx) onArchive?.()
    else if (toEnd >= actionPx) onUnread()
    setMoved(0)
  }
  function stop(): void {
    from.current = undefined
    setMoved(0)
  }
  return (
    <div
      className={classes.swipe}
      onPointerDown={(event) => {
        swept.current = false
        if (event.pointerType === 'touch') from.current = { x: event.clientX, y: event.clientY, isSwipe: false }
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={stop}
      onClickCapture={(event) => {
        // The click after a swipe must not open the conversation.
        if (swept.current) event.preventDefault()
        swept.current = false
      }}
    >
      {moved !== 0 && (
        <div className={classes.under} data-side={toEnd < 0 ? 'start' : 'end'} aria-hidden>
          {toEnd < 0 ? (
            <span>
              {isArchived ? <IconInbox size={18} stroke={1.75} /> : <IconArchive size={18} stroke={1.75} />}
              {isArchived ? <Trans>Reopen</Trans> : <Trans>Archive</Trans>}
            </span>
          ) : (
            <span>
              <IconMail size={18} stroke={1.75} />
              <Trans>Mark as unread</Trans>
            </span>
          )}
        </div>
      )}
      <div style={moved === 0 ? undefined : { transform: `translateX(${moved}px)` }}>{children}</div>
    </div>
  )
}
