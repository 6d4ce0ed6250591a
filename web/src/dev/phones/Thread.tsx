import { useLayoutEffect, useRef } from 'react'
import { Bubble, isMissing } from './Bubble.tsx'
import type { HandsetInfo } from './carrier.ts'
import type { DisplayedText } from './phones-state.ts'
import classes from './thread.module.css'
import { formatDay, formatTime } from './words.ts'

interface ThreadProps {
  handset: HandsetInfo
  /** The messages with one line, oldest first. */
  texts: DisplayedText[]
  onReact: (body: string) => void
}

const pauseMs = 30 * 60_000

/**
 * Renders the conversation on the phone, scrolled to its newest message; messages in transit show only as a line at its
 * end.
 */
export function Thread({ handset, texts, onReact }: ThreadProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const visible = texts.filter(
    (text) => text.direction === 'out' || text.state === 'delivered' || text.state === 'undelivered',
  )
  const pendingCount = texts.length - visible.length
  const newest = visible.at(-1)
  const lastOut = visible.findLast((text) => text.direction === 'out')

  useLayoutEffect(() => {
    // The scroller is reversed: 0 is its end, where it also stays when its height changes.
    if (scroller.current) scroller.current.scrollTop = 0
    // Not what is scrolled, but what may have grown.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [newest?.id, newest?.state, visible.length])

  return (
    <div
      ref={scroller}
      className={classes.thread}
      role="log"
      tabIndex={0}
      aria-label={`Texts on the phone of ${handset.name}`}
    >
      <div className={classes.texts}>
        {visible.length === 0 && pendingCount === 0 && <p className={classes.empty}>No texts yet</p>}
        {visible.map((text, index) => {
          const before = visible[index - 1]
          const after = visible[index + 1]
          const opens = !before || Date.parse(text.at) - Date.parse(before.at) > pauseMs
          const at = new Date(text.at)
          return (
            <div key={text.id} className={classes.row}>
              {opens && (
                <p className={classes.day}>
                  <strong>{formatDay(at)}</strong> <time dateTime={text.at}>{formatTime(at)}</time>
                </p>
              )}
              <Bubble
                text={text}
                isTail={!after || after.direction !== text.direction || isMissing(text) || isMissing(after)}
                isMarked={text === lastOut}
                onReact={onReact}
              />
            </div>
          )
        })}
        {pendingCount > 0 && (
          <p className={classes.underWay}>
            {pendingCount === 1 ? '1 text is on its way' : `${pendingCount} texts are on their way`}
          </p>
        )}
      </div>
    </div>
  )
}
