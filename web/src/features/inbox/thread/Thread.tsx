import { useLingui } from '@lingui/react/macro'
import { memo, Suspense, useEffect, useImperativeHandle, useMemo, useState, type Ref, type RefObject } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { isViewing } from '../../../shared/lib/viewing.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { TypingText, useTypers } from '../../../shared/ui/text/TypingText.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { bubblesOf, usePending } from '../../messages/index.ts'
import { SampleNotice } from '../../sample/index.ts'
import { useShowsOriginals } from '../../translation/index.ts'
import { useReadMutation } from '../state/actions-api.ts'
import { useThreadInfiniteQuery } from '../api.ts'
import { useReportPresence } from '../state/presence.ts'
import classes from './Thread.module.css'
import { ThreadDrop } from './ThreadDrop.tsx'
import { ThreadFoot } from './ThreadFoot.tsx'
import { ConversationHeader, type ConversationHeaderProps } from './ConversationHeader.tsx'
import type { ThreadPage } from '../state/thread-fold.ts'
import { ThreadScroll } from './ThreadScroll.tsx'
import { afterPaint, useFollowing } from './useAfterPaint.ts'
import { useIsVisible } from './useIsVisible.ts'
import { useThread } from './useThread.ts'

const FindBar = lazyPart(() => import('./FindBar.tsx'))

/** Handlers of the screen shortcuts inside the thread. */
export interface ThreadKeys {
  find: () => void
  /** Toggles translated messages between translation and original. */
  translate: () => void
}

/**
 * Actions on a whole conversation, each with its id: the screen may already show another one when a message has been
 * sent.
 */
export interface ThreadActions {
  onArchive: (id: string) => void
  onUnread: (id: string) => void
  onSnooze: (id: string, until: string | null) => void
}

export interface ThreadProps extends Pick<ConversationHeaderProps, 'isPhone' | 'isPanelOpen' | 'backTo' | 'onContact'> {
  actions: ThreadActions

  id: string
  /** The message to open the thread at; empty for its first unread message or its end. */
  message: string
  field: RefObject<HTMLTextAreaElement | null>
  /** It was marked unread on purpose: viewing it does not mark it read. */
  isMarkedUnread: boolean
  keys: Ref<ThreadKeys>
  /** It is the conversation of the sample worker. */
  isSample: boolean
  /** Opens the sample worker's phone; absent where it is already beside the thread. */
  onSamplePhone: (() => void) | undefined
}

const noDrafts: ThreadPage['drafts'] = []

function newestOf({ currentData }: { currentData?: { pages: ThreadPage[] } | undefined }) {
  const newest = currentData?.pages[0]
  return { conversation: newest?.conversation, drafts: newest?.drafts ?? noDrafts }
}

/** Shows one conversation: header, messages and composer. Viewing it marks it read. */
export default memo(function Thread({ field, ...contentProps }: ThreadProps) {
  const { t } = useLingui()
  const { id, actions } = contentProps
  const canReply = useCan('inbox.reply')
  // The composer is half of the rendering work and shows nothing new, so it renders after the messages.
  const answered = useFollowing(id)
  const threadQuery = useMemo(() => ({ id: answered, around: '' }), [answered])
  const { conversation, drafts } = useThreadInfiniteQuery(threadQuery, { selectFromResult: newestOf })
  const canText = canReply && conversation?.contact.reach === 'can_text'
  return (
    <ThreadDrop contactId={answered} isOpen={canText} label={t`Conversation`}>
      <ThreadContent key={id} {...contentProps} />
      {conversation && (
        <ThreadFoot
          key={`foot of ${answered}`}
          row={conversation}
          drafts={drafts}
          isStale={answered !== id}
          field={field}
          onArchive={actions.onArchive}
        />
      )}
    </ThreadDrop>
  )
})

const ThreadContent = memo(function ThreadContent({
  id,
  message,
  isMarkedUnread,
  keys,
  actions,
  isSample,
  onSamplePhone,
  ...headerProps
}: Omit<ThreadProps, 'field'>) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const canReply = useCan('inbox.reply')
  const thread = useThread(id, message)
  const { conversation, messages, isLoaded, isError, onLatest, hasNewer } = thread
  const pending = usePending(id)
  const [read] = useReadMutation()
  const isVisible = useIsVisible()
  const typers = useTypers(id)
  const [isFinding, setFinding] = useState(false)
  const showsSkeleton = useSettledLoading(!isLoaded && !isError)
  useReportPresence(id, isVisible)
  const [, translate] = useShowsOriginals(id)
  useImperativeHandle(keys, () => ({ find: () => setFinding(true), translate }), [translate])

  const unread = conversation?.unreadCount ?? 0
  useEffect(() => {
    if (conversation && isLoaded && unread > 0 && isVisible && !isMarkedUnread && !isViewing())
      return afterPaint(() => void read({ row: conversation, unread: false }))
    return undefined
    // Each new unread message marks the thread read once; other changes of the conversation do not matter here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [unread, isLoaded, isVisible, isMarkedUnread, conversation?.id, read])

  const bubbles = useMemo(() => bubblesOf(messages, pending), [messages, pending])
  const lastPendingId = pending.at(-1)?.clientMessageId
  useEffect(() => {
    // Scrolls to a message that the member sends.
    if (lastPendingId !== undefined && hasNewer) onLatest()
    // Once for each sent message.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lastPendingId])

  if (isError && !isLoaded) {
    const isNotFound = isRefusal(thread.error) && [400, 404].includes(thread.error.status)
    return isNotFound ? (
      <StatePanel
        kind="noMatch"
        title={t`Conversation not found`}
        text={t`The contact may be in another organization, or the link may be out of date.`}
      />
    ) : (
      <StatePanel kind="error" onRetry={thread.retry} />
    )
  }
  return (
    <>
      <ConversationHeader
        {...headerProps}
        conversation={conversation}
        onFind={() => setFinding(true)}
        onArchive={() => actions.onArchive(id)}
        onUnread={() => actions.onUnread(id)}
        onSnooze={(until) => actions.onSnooze(id, until)}
      />
      {isSample && <SampleNotice onPhone={onSamplePhone} />}
      {isFinding && (
        <Suspense fallback={null}>
          <FindBar contactId={id} onGo={thread.goTo} onClose={() => setFinding(false)} />
        </Suspense>
      )}
      {isLoaded ? (
        <ThreadScroll {...thread} key={thread.threadQuery.around} bubbles={bubbles} me={me} canSend={canReply} />
      ) : (
        <div className={classes.scroll}>{showsSkeleton && <SkeletonRows count={5} height={72} />}</div>
      )}
      <p className={classes.typing} role="status">
        <TypingText typers={typers} />
      </p>
    </>
  )
})
