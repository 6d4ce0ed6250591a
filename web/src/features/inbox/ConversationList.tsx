import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowUp, IconInbox } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { holdRows } from './held-rows.ts'
import classes from './ConversationList.module.css'
import { ListHead } from './ListHead.tsx'
import type { Conversations } from './useConversations.ts'
import type { InboxUrl } from './useInboxUrl.ts'

export interface ConversationListProps {
  url: InboxUrl
  list: Conversations
  /** Starts a message to somebody. */
  onNew: () => void
}

const rowHeight = 72
const loadAheadPx = 800

function Empty({ url, onNew }: Pick<ConversationListProps, 'url' | 'onNew'>) {
  const { t } = useLingui()
  const { asked, narrow } = url
  if (asked.search !== '' || asked.groupIds.length > 0) {
    return (
      <StatePanel
        kind="noMatch"
        compact
        title={t`No conversation matches`}
        text={t`Try a phone number or a last name.`}
        onClear={() => narrow({ search: '', groupIds: [] })}
      />
    )
  }
  if (asked.status === 'archived')
    return (
      <StatePanel
        kind="firstUse"
        compact
        icon={IconInbox}
        title={t`Nothing archived`}
        text={t`Conversations you archive will be here.`}
      />
    )
  if (asked.status === 'unread') return <StatePanel kind="done" compact title={t`You are all caught up.`} />
  return (
    <StatePanel
      kind="firstUse"
      compact
      icon={IconInbox}
      title={t`Conversations will be here`}
      text={t`Write to somebody, or wait for the first text.`}
      action={
        <Button variant="default" onClick={onNew}>
          <Trans>New message</Trans>
        </Button>
      }
    />
  )
}

/** The conversations, latest first; a scrolled list stands still and says how many wait above. */
export function ConversationList({ url, list, onNew }: ConversationListProps) {
  const { t } = useLingui()
  const { asked, conversation, linkTo } = url
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const [frozen, setFrozen] = useState<string[]>()
  const { rows, heldCount } = useMemo(
    () => (frozen ? holdRows(list.rows, frozen) : { rows: list.rows, heldCount: 0 }),
    [list.rows, frozen],
  )
  const showsSkeleton = useSettledLoading(list.isLoading)
  const at = rows.findIndex(({ id }) => id === conversation)

  useEffect(() => {
    setFrozen(undefined)
    scroller.current?.scrollTo(0, 0)
  }, [asked])
  useEffect(() => {
    if (at !== -1) virtual.current?.scrollToIndex(at, { align: 'nearest' })
    // Only another choice scrolls, never a row that moves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [conversation])

  function hearScroll(offset: number): void {
    if (offset <= 4) setFrozen(undefined)
    else if (!frozen) setFrozen(list.rows.map(({ id }) => id))
    const handle = virtual.current
    if (handle && offset + handle.viewportSize > handle.scrollSize - loadAheadPx) list.more()
  }

  return (
    <section className={classes.panel} aria-label={t`Conversations`}>
      <ListHead url={url} onNew={onNew} />
      <div className={classes.wrap} aria-busy={list.isStale || undefined}>
        {heldCount > 0 && (
          <Button
            className={classes.pill ?? ''}
            size="compact-sm"
            radius="xl"
            variant="default"
            leftSection={<IconArrowUp size={14} stroke={2} />}
            onClick={() => {
              setFrozen(undefined)
              scroller.current?.scrollTo(0, 0)
            }}
          >
            <Plural value={heldCount} one="# new" other="# new" />
          </Button>
        )}
        <div className={classes.scroll} ref={scroller} data-stale={list.isStale || undefined}>
          {showsSkeleton && <SkeletonRows count={8} height={rowHeight} withAvatar />}
          {list.isFailed && <StatePanel kind="error" compact onRetry={list.retry} />}
          {!list.isLoading && !list.isFailed && rows.length === 0 && <Empty url={url} onNew={onNew} />}
          {rows.length > 0 && (
            <Virtualizer
              ref={virtual}
              as="ul"
              item="li"
              itemSize={rowHeight}
              scrollRef={scroller}
              data={rows}
              onScroll={hearScroll}
              {...(at !== -1 && { keepMounted: [at] })}
            >
              {(row) => <ConversationRow key={row.id} row={row} to={linkTo(row.id)} isOpen={row.id === conversation} />}
            </Virtualizer>
          )}
        </div>
      </div>
    </section>
  )
}
