import { useLingui } from '@lingui/react/macro'
import { memo, Suspense, useEffect, useImperativeHandle, useMemo, useState, type Ref, type RefObject } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { TypingWords, useTypers } from '../../shared/ui/TypingWords.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import { bubblesOf, usePending } from '../messages/index.ts'
import { useShowsOriginals } from '../translation/index.ts'
import { useReadMutation } from './acts-api.ts'
import { useThreadInfiniteQuery } from './api.ts'
import { useTellPresence } from './presence.ts'
import classes from './Thread.module.css'
import { ThreadDrop } from './ThreadDrop.tsx'
import { ThreadFoot } from './ThreadFoot.tsx'
import { ThreadHead, type ThreadHeadProps } from './ThreadHead.tsx'
import type { ThreadPage } from './thread-fold.ts'
import { ThreadScroll } from './ThreadScroll.tsx'
import { afterPaint, useFollowing } from './useAfterPaint.ts'
import { useIsVisible } from './useIsVisible.ts'
import { useThread } from './useThread.ts'

const FindBar = lazyPart(() => import('./FindBar.tsx'))

/** What keys of the screen do inside the thread. */
export interface ThreadKeys {
  find: () => void
  /** Shows what was translated in the words it was written in, or back. */
  translate: () => void
}

/** What may be done with a whole conversation, named each time: the screen may show another one when a text has gone. */
export interface ThreadActs {
  onArchive: (id: string) => void
  onUnread: (id: string) => void
  onSnooze: (id: string, until: string | null) => void
}

export interface ThreadProps extends Pick<ThreadHeadProps, 'isPhone' | 'isPanelOpen' | 'backTo' | 'onContact'> {
  acts: ThreadActs

  /** The contact. */
  id: string
  /** The message it is opened at; empty for its first unread or its end. */
  message: string
  field: RefObject<HTMLTextAreaElement | null>
  /** It was marked unread on purpose: looking at it does not read it. */
  isKeptUnread: boolean
  keys: Ref<ThreadKeys>
}

const noDrafts: ThreadPage['drafts'] = []

function newestOf({ currentData }: { currentData?: { pages: ThreadPage[] } | undefined }) {
  const newest = currentData?.pages[0]
  return { conversation: newest?.conversation, drafts: newest?.drafts ?? noDrafts }
}

/** One conversation: who, what was said, and where to answer. Reading it marks it read. */
export default memo(function Thread({ field, ...said }: ThreadProps) {
  const { t } = useLingui()
  const { id, acts } = said
  const canReply = useCan('inbox.reply')
  // Where an answer is written is half of a thread and says nothing new: it follows what was said.
  const answered = useFollowing(id)
  const asked = useMemo(() => ({ id: answered, around: '' }), [answered])
  const { conversation, drafts } = useThreadInfiniteQuery(asked, { selectFromResult: newestOf })
  const canText = canReply && conversation?.contact.reach === 'can_text'
  return (
    <ThreadDrop contactId={answered} isOpen={canText} label={t`Conversation`}>
      <Said key={id} {...said} />
      {conversation && (
        <ThreadFoot
          key={`foot of ${answered}`}
          row={conversation}
          drafts={drafts}
          isStale={answered !== id}
          field={field}
          onArchive={acts.onArchive}
        />
      )}
    </ThreadDrop>
  )
})

const Said = memo(function Said({ id, message, isKeptUnread, keys, acts, ...head }: Omit<ThreadProps, 'field'>) {
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
  useTellPresence(id, isVisible)
  const [, translate] = useShowsOriginals(id)
  useImperativeHandle(keys, () => ({ find: () => setFinding(true), translate }), [translate])

  const unread = conversation?.unreadCount ?? 0
  useEffect(() => {
    if (conversation && isLoaded && unread > 0 && isVisible && !isKeptUnread)
      return afterPaint(() => void read({ row: conversation, unread: false }))
    return undefined
    // Each new unread message is read once; the rest of the conversation does not matter here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [unread, isLoaded, isVisible, isKeptUnread, conversation?.id, read])

  const bubbles = useMemo(() => bubblesOf(messages, pending), [messages, pending])
  const lastOwn = pending.at(-1)?.clientMessageId
  useEffect(() => {
    // What one sends oneself always comes into view.
    if (lastOwn !== undefined && hasNewer) onLatest()
    // Each own text once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lastOwn])

  if (isError && !isLoaded) {
    const isGone = isRefusal(thread.error) && [400, 404].includes(thread.error.status)
    return isGone ? (
      <StatePanel
        kind="noMatch"
        title={t`This conversation is not here`}
        text={t`The contact may be in another organization, or the link is old.`}
      />
    ) : (
      <StatePanel kind="error" onRetry={thread.retry} />
    )
  }
  return (
    <>
      <ThreadHead
        {...head}
        conversation={conversation}
        onFind={() => setFinding(true)}
        onArchive={() => acts.onArchive(id)}
        onUnread={() => acts.onUnread(id)}
        onSnooze={(until) => acts.onSnooze(id, until)}
      />
      {isFinding && (
        <Suspense fallback={null}>
          <FindBar contactId={id} onGo={thread.goTo} onClose={() => setFinding(false)} />
        </Suspense>
      )}
      {isLoaded ? (
        <ThreadScroll {...thread} key={thread.asked.around} bubbles={bubbles} me={me} canAct={canReply} />
      ) : (
        <div className={classes.scroll}>{showsSkeleton && <SkeletonRows count={5} height={72} />}</div>
      )}
      <p className={classes.typing} role="status">
        <TypingWords typers={typers} />
      </p>
    </>
  )
})
