import { useLingui } from '@lingui/react/macro'
import { memo, Suspense, useEffect, useState } from 'react'
import { MessageMedia } from '../files/index.ts'
import { CallWords, OptOutQuestion, Reactions } from './BubbleExtras.tsx'
import { BubbleMeta, failedStates, PendingState } from './BubbleMeta.tsx'
import { BubbleWords, shownWords } from './BubbleWords.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EventLine } from './EventLine.tsx'
import { FailedActions } from './FailedActions.tsx'
import { LazyBubbleSheet } from './lazy.tsx'
import classes from './MessageBubble.module.css'
import { NoteBubble } from './NoteBubble.tsx'
import { ScheduledLine } from './ScheduledLine.tsx'
import { messageSeen } from './seen.ts'
import type { Bubble } from './thread-rows.ts'
import { undoableUntil, UndoLine } from './UndoLine.tsx'
import { useLongPress } from './useLongPress.ts'

export interface MessageBubbleProps {
  bubble: Bubble
  startsGroup: boolean
  endsGroup: boolean
  /** The newest of the thread tells its status in words. */
  isLast: boolean
  /** The signed-in member, whose messages need no name. */
  me: string | undefined
  /** The member may write: bubbles offer what can be done about them, and do it themselves. */
  canAct: boolean
}

function Foot({ bubble, me, isLast, endsGroup, canAct }: MessageBubbleProps) {
  const { message, pending, direction } = bubble
  const until = undoableUntil(bubble)
  if (until !== undefined) return <UndoLine bubble={bubble} until={until} canUndo={canAct} />
  if (pending) return <PendingState bubble={bubble} canAct={canAct} />
  if (!message) return null
  if (message.state === 'scheduled' || (message.state === 'held' && message.dueAt !== null))
    return <ScheduledLine message={message} canAct={canAct} />
  const isTrouble = failedStates.has(message.state) || message.state === 'unknown'
  const isOpen = direction === 'out' && isLast && message.state !== 'delivered'
  return (
    <>
      {(endsGroup || isTrouble || isOpen) && <BubbleMeta bubble={bubble} me={me} isLast={isLast} />}
      {isTrouble && <FailedActions message={message} isRepeated={bubble.isRepeated} canAct={canAct} />}
    </>
  )
}

function SpeechBubble(props: MessageBubbleProps) {
  const { bubble, startsGroup, endsGroup, canAct } = props
  const { t } = useLingui()
  const { direction, message, pending } = bubble
  const [isSheetOpen, setSheetOpen] = useState(false)
  const press = useLongPress(() => message && setSheetOpen(true))
  const media = message?.media ?? pending?.media ?? []
  const isCall = message?.kind === 'voicemail' || message?.kind === 'call'
  const words = message ? shownWords(message) : bubble.body
  return (
    <div
      className={classes.row}
      data-side={direction}
      data-starts={startsGroup || undefined}
      data-ends={endsGroup || undefined}
      data-waits={message?.state === 'scheduled' || undefined}
    >
      <span className={classes.hidden}>{direction === 'in' ? t`Received:` : t`Sent:`}</span>
      <div className={classes.column}>
        <div className={classes.bubble} {...press}>
          {media.length > 0 && <MessageMedia media={media} />}
          {isCall ? <CallWords message={message} canAct={canAct} /> : <BubbleWords bubble={bubble} />}
          <Foot {...props} />
          {message && <OptOutQuestion message={message} canAct={canAct} />}
        </div>
        {message && <Reactions reactions={message.reactions} />}
      </div>
      {words !== '' && !isCall && <CopyButton words={words} />}
      {isSheetOpen && message && (
        <Suspense fallback={null}>
          <LazyBubbleSheet message={message} onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** One message of a thread, with what became of it and what may be done about it; notes and events are the team's own. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message } = props.bubble
  useEffect(() => {
    if (message) messageSeen(message)
  }, [message])
  if (message?.kind === 'event') return <EventLine message={message} />
  if (message?.kind === 'note') return <NoteBubble message={message} me={props.me} />
  return <SpeechBubble {...props} />
})
