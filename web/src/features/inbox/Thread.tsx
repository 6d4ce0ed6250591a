import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useImperativeHandle, useMemo, useState, type Ref, type RefObject } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { readDraft } from '../../shared/lib/drafts.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { TypingWords, useTypers } from '../../shared/ui/TypingWords.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import { bubblesOf, usePending } from '../messages/index.ts'
import { useShowsOriginals } from '../translation/index.ts'
import { useReadMutation } from './acts-api.ts'
import { loadComposer } from './load-thread.ts'
import { useTellPresence } from './presence.ts'
import { TeammateDrafts } from './TeammateDrafts.tsx'
import classes from './Thread.module.css'
import { ThreadDrop } from './ThreadDrop.tsx'
import { ThreadHead, type ThreadHeadProps } from './ThreadHead.tsx'
import { ThreadScroll } from './ThreadScroll.tsx'
import { useIsVisible } from './useIsVisible.ts'
import { useThread } from './useThread.ts'

const FindBar = lazyPart(() => import('./FindBar.tsx'))
const ComposerSlot = lazyPart(loadComposer)

/** What keys of the screen do inside the thread. */
export interface ThreadKeys {
  find: () => void
  /** Shows what was translated in the words it was written in, or back. */
  translate: () => void
}

export interface ThreadProps extends Omit<ThreadHeadProps, 'conversation' | 'onFind'> {
  /** The contact; give it as `key` too. */
  id: string
  /** The message it is opened at; empty for its first unread or its end. */
  message: string
  field: RefObject<HTMLTextAreaElement | null>
  /** It was marked unread on purpose: looking at it does not read it. */
  isKeptUnread: boolean
  keys: Ref<ThreadKeys>
}

/** One conversation: who, what was said, and where to answer. Reading it marks it read. */
export default function Thread({ id, message, field, isKeptUnread, keys, ...head }: ThreadProps) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const userId = me ?? ''
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const owner = { userId, organizationId }
  const canReply = useCan('inbox.reply')
  const thread = useThread(id, message)
  const { conversation, messages, isLoaded, isError, onLatest, hasNewer } = thread
  const pending = usePending(id)
  const [read] = useReadMutation()
  const isVisible = useIsVisible()
  const typers = useTypers(id)
  const [filled, setFilled] = useState<{ body: string }>()
  const [isFinding, setFinding] = useState(false)
  const showsSkeleton = useSettledLoading(!isLoaded && !isError)
  useTellPresence(id, isVisible)
  const [, translate] = useShowsOriginals(id)
  useImperativeHandle(keys, () => ({ find: () => setFinding(true), translate }), [translate])

  const unread = conversation?.unreadCount ?? 0
  useEffect(() => {
    if (conversation && isLoaded && unread > 0 && isVisible && !isKeptUnread)
      void read({ row: conversation, unread: false })
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
  function takeOver(words: string): void {
    const mine = readDraft(owner, id)
    setFilled({ body: mine === '' ? words : `${mine}\n${words}` })
  }

  if (isError && !isLoaded) {
    const isGone = isRefusal(thread.error) && [400, 404].includes(thread.error.status)
    return (
      <section className={classes.thread} aria-label={t`Conversation`}>
        {isGone ? (
          <StatePanel
            kind="noMatch"
            title={t`This conversation is not here`}
            text={t`The contact may be in another organization, or the link is old.`}
          />
        ) : (
          <StatePanel kind="error" onRetry={thread.retry} />
        )}
      </section>
    )
  }
  return (
    <ThreadDrop contactId={id} isOpen={canReply && conversation?.contact.reach === 'can_text'} label={t`Conversation`}>
      <ThreadHead {...head} conversation={conversation} onFind={() => setFinding(true)} />
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
      {conversation && canReply && <TeammateDrafts drafts={thread.drafts} onTakeOver={takeOver} />}
      <Suspense fallback={<div className={classes.composerRoom} />}>
        {conversation && (
          <ComposerSlot
            contact={conversation.contact}
            field={field}
            filled={filled}
            isArchived={conversation.archived}
            onOpen={head.onArchive}
            onSentAndArchive={head.onArchive}
          />
        )}
      </Suspense>
    </ThreadDrop>
  )
}
