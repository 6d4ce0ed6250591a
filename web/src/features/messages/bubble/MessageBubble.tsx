import { useLingui } from '@lingui/react/macro'
import { memo, Suspense, useEffect, useState } from 'react'
import { MessageMedia } from '../../files/index.ts'
import { CallContent, OptOutQuestion, Reactions } from './BubbleExtras.tsx'
import { BubbleMeta, failedStates, PendingState } from './BubbleMeta.tsx'
import { BroadcastLine } from './BroadcastLine.tsx'
import { BubbleText, displayTextOf } from './BubbleText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EventLine } from './EventLine.tsx'
import { FailedActions } from './FailedActions.tsx'
import { LazyBubbleSheet } from '../lazy.tsx'
import type { NamedBroadcast } from '../useBroadcastNames.ts'
import classes from './MessageBubble.module.css'
import { NoteBubble } from './NoteBubble.tsx'
import { ScheduledLine } from '../schedule/ScheduledLine.tsx'
import { recordSeen } from './seen.ts'
import type { Bubble } from './thread-rows.ts'
import { undoableUntil, UndoLine } from './UndoLine.tsx'
import { useLongPress } from './useLongPress.ts'

export interface MessageBubbleProps {
  bubble: Bubble
  startsGroup: boolean
  endsGroup: boolean
  /** The newest message of the thread shows its status as text. */
  isLast: boolean
  /** The signed-in member, whose messages show no name. */
  me: string | undefined
  /** The broadcast that the message was sent with or replies to; absent where it is not shown. */
  broadcast?: NamedBroadcast | undefined
  /** The member may send messages, so that messages show their actions. */
  canSend: boolean
}

function Foot({ bubble, me, isLast, endsGroup, canSend: canAct }: MessageBubbleProps) {
  const { message, pending, direction } = bubble
  const until = undoableUntil(bubble)
  if (until !== undefined) return <UndoLine bubble={bubble} until={until} canUndo={canAct} />
  if (pending) return <PendingState bubble={bubble} canSend={canAct} />
  if (!message) return null
  if (message.state === 'scheduled' || (message.state === 'held' && message.dueAt !== null))
    return <ScheduledLine message={message} canSend={canAct} />
  const hasProblem = failedStates.has(message.state) || message.state === 'unknown'
  const isOpen = direction === 'out' && isLast && message.state !== 'delivered'
  return (
    <>
      {(endsGroup || hasProblem || isOpen) && <BubbleMeta bubble={bubble} me={me} isLast={isLast} />}
      {hasProblem && <FailedActions message={message} isRepeated={bubble.isRepeated} canSend={canAct} />}
    </>
  )
}

function SpeechBubble(props: MessageBubbleProps) {
  const { bubble, startsGroup, endsGroup, broadcast, canSend: canAct } = props
  const { t } = useLingui()
  const { direction, message, pending } = bubble
  const [isSheetOpen, setSheetOpen] = useState(false)
  const press = useLongPress(() => message && setSheetOpen(true))
  const media = message?.media ?? pending?.media ?? []
  const isCall = message?.kind === 'voicemail' || message?.kind === 'call'
  const text = message ? displayTextOf(message) : bubble.body
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
        {broadcast && <BroadcastLine broadcast={broadcast} isReply={direction === 'in'} />}
        <div className={classes.bubble} {...press}>
          {media.length > 0 && <MessageMedia media={media} />}
          {isCall ? <CallContent message={message} canSend={canAct} /> : <BubbleText bubble={bubble} />}
          <Foot {...props} />
          {message && <OptOutQuestion message={message} canSend={canAct} />}
        </div>
        {message && <Reactions reactions={message.reactions} />}
      </div>
      {text !== '' && !isCall && <CopyButton text={text} />}
      {isSheetOpen && message && (
        <Suspense fallback={null}>
          <LazyBubbleSheet message={message} onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Shows one message of a thread with its status and actions, or an internal note or event. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message } = props.bubble
  useEffect(() => {
    if (message) recordSeen(message)
  }, [message])
  if (message?.kind === 'event') return <EventLine message={message} />
  if (message?.kind === 'note') return <NoteBubble message={message} me={props.me} />
  return <SpeechBubble {...props} />
})
