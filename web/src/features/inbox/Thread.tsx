import type { Message } from '@crewline/contract/messages'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { TypingWords, useTypers } from '../../shared/ui/TypingWords.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import {
  bubblesOf,
  firstUnread,
  sendAgain,
  sendText,
  takeBack,
  usePending,
  type BubbleActs,
} from '../messages/index.ts'
import { useReadMutation, useThreadInfiniteQuery } from './api.ts'
import { ComposerSlot } from './ComposerSlot.tsx'
import classes from './Thread.module.css'
import { ThreadHead } from './ThreadHead.tsx'
import { ThreadScroll } from './ThreadScroll.tsx'

export interface ThreadProps {
  /** The contact; give it as `key` too. */
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  isPhone: boolean
  isPanelOpen: boolean
  /** It was marked unread on purpose: looking at it does not read it. */
  isKeptUnread: boolean
  backTo: string
  onContact: () => void
  onArchive: () => void
  onUnread: () => void
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** One conversation: who, what was said, and where to answer. Reading it marks it read. */
export function Thread({ id, field, isKeptUnread, ...head }: ThreadProps) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const canReply = useCan('inbox.reply')
  const { data, error, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useThreadInfiniteQuery(id)
  const pending = usePending(id)
  const [read] = useReadMutation()
  const isVisible = useIsVisible()
  const typers = useTypers(id)
  const [filled, setFilled] = useState<{ body: string }>()
  const conversation = data?.pages[0]?.conversation
  const messages = useMemo(() => data?.pages.toReversed().flatMap((page) => page.messages) ?? [], [data])
  const showsSkeleton = useSettledLoading(data === undefined && !isError)

  // Where "New" stands is decided once, when the thread opens: reading must not move it.
  const [firstNew, setFirstNew] = useState<{ id: string | undefined }>()
  if (conversation && !firstNew) setFirstNew({ id: firstUnread(messages, conversation.unreadCount) })

  const unread = conversation?.unreadCount ?? 0
  useEffect(() => {
    if (conversation && unread > 0 && isVisible && !isKeptUnread) void read({ row: conversation, unread: false })
    // Each new unread message is read once; the rest of the conversation does not matter here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [unread, isVisible, isKeptUnread, conversation?.id, read])

  const bubbles = useMemo(() => bubblesOf(messages, pending), [messages, pending])
  const acts = useMemo<BubbleActs | undefined>(
    () =>
      canReply
        ? {
            onRepeat: (message: Message) => sendText(id, message.body, message.id),
            onRetry: sendAgain,
            onEdit: (key) => setFilled({ body: takeBack(key) }),
          }
        : undefined,
    [canReply, id],
  )

  if (isError && !data) {
    const isGone = isRefusal(error) && error.status === 404
    return (
      <section className={classes.thread} aria-label={t`Conversation`}>
        {isGone ? (
          <StatePanel
            kind="noMatch"
            title={t`This conversation is not here`}
            text={t`The contact may be in another organization, or the link is old.`}
          />
        ) : (
          <StatePanel kind="error" onRetry={() => void refetch()} />
        )}
      </section>
    )
  }
  return (
    <section className={classes.thread} aria-label={t`Conversation`}>
      <ThreadHead {...head} conversation={conversation} />
      {data && firstNew ? (
        <ThreadScroll
          bubbles={bubbles}
          firstNewId={firstNew.id}
          me={me}
          acts={acts}
          hasOlder={hasNextPage}
          isLoadingOlder={isFetchingNextPage}
          onOlder={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
          }}
        />
      ) : (
        <div className={classes.scroll}>{showsSkeleton && <SkeletonRows count={5} height={72} />}</div>
      )}
      <p className={classes.typing} role="status">
        <TypingWords typers={typers} />
      </p>
      {conversation && (
        <ComposerSlot
          contact={conversation.contact}
          field={field}
          filled={filled}
          onSend={(body) => sendText(id, body)}
          isArchived={conversation.archived}
          onOpen={head.onArchive}
        />
      )}
    </section>
  )
}
