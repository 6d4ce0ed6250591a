import { useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { useCallbackRef, useMediaQuery } from '@mantine/hooks'
import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import classes from './ConversationList.module.css'
import { HeldPill } from './HeldPill.tsx'
import { freezeRows } from './held-rows.ts'
import { ListHeader } from './ListHeader.tsx'
import { ListLine, type ListLineProps } from './ListLine.tsx'
import { isChosen, noSelection, rangeTo, stillThere, toggledRow, type Selection } from './selection.ts'
import type { Conversations } from './useConversations.ts'
import type { InboxUrl } from '../useInboxUrl.ts'
import { RepliesStrip } from '../waiting/RepliesStrip.tsx'
import { WaitingStrip } from '../waiting/WaitingStrip.tsx'
import { useCompactList } from './useCompactList.ts'
import { useListItems } from './useListItems.ts'
import { useListKeys } from './useListKeys.ts'
import { usePull } from './usePull.ts'

const BulkBar = lazyPart(() => import('./BulkBar.tsx'))
const EmptyList = lazyPart(() => import('./EmptyList.tsx'))

export interface ConversationListProps {
  url: InboxUrl
  list: Conversations
  /** The selection for bulk actions. */
  selection: Selection
  select: (change: (selection: Selection) => Selection) => void
  /** Starts a new message. */
  onNew: () => void
  /** Opens the next waiting conversation. */
  onNext: () => void
  /** Actions of a swipe over a row on a touch screen. */
  swipeActions: NonNullable<ListLineProps['swipeActions']>
}

const loadAheadPx = 800
const topPx = 4

/**
 * Lists the conversations in the order of the view. A scrolled list keeps its order and shows how many conversations wait above.
 */
export const ConversationList = memo(function ConversationList(props: ConversationListProps) {
  const { url, list, selection, select, onNew, onNext, swipeActions } = props
  const { t } = useLingui()
  const { filter, conversation, linkTo } = url
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const compact = useCompactList(isTouch)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const [frozen, setFrozen] = useState<string[]>()
  const [isChoosing, setChoosing] = useState(false)
  const { rows, heldCount } = useMemo(
    () => (frozen ? freezeRows(list.rows, frozen) : { rows: list.rows, heldCount: 0 }),
    [list.rows, frozen],
  )
  const { items, isSearching, endsWithPeople, moreHits, ...searched } = useListItems(rows, filter)
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const chosen = useMemo(() => stillThere(selection, ids), [selection, ids])
  const hasChosen = chosen.isAll || chosen.ids.size > 0
  const showsSkeleton = useSettledLoading(list.isLoading)
  const at = items.findIndex(({ key }) => key === conversation)
  const handleKey = useListKeys({ rows: ids, selection: chosen, select: (next) => select(() => next) })
  const { retry } = list
  const pulled = usePull(scroller, retry)

  useEffect(() => {
    setFrozen(undefined)
    setChoosing(false)
    scroller.current?.scrollTo(0, 0)
  }, [filter])
  useEffect(() => {
    if (at !== -1) virtual.current?.scrollToIndex(at, { align: 'nearest' })
    // Only a new selection scrolls, never a row that moves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [conversation])

  const navigate = useNavigate()
  // Opening the conversation that is already open adds no history entry.
  const open = useCallbackRef(
    (to: string) => void navigate(to, { replace: to === location.pathname + location.search }),
  )
  const choose = useCallback(
    (id: string, reach: boolean) => select((now) => (reach ? rangeTo(now, ids, id) : toggledRow(now, id))),
    [select, ids],
  )
  function clearSelection(): void {
    select(() => noSelection)
    setChoosing(false)
  }
  function handleScroll(offset: number): void {
    if (offset <= topPx) {
      setFrozen(undefined)
      list.trim()
    } else if (!frozen) setFrozen(ids)
    const handle = virtual.current
    if (!handle || offset + handle.viewportSize <= handle.scrollSize - loadAheadPx) return
    if (endsWithPeople) list.more()
    if (isSearching) moreHits()
  }
  const isNarrowed = filter.search !== '' || filter.groupIds.length + filter.tagIds.length > 0
  const isQueue = filter.status === 'unanswered' && !isNarrowed
  const isEmpty = !list.isLoading && !list.isFailed && rows.length === 0 && !isSearching

  return (
    <section className={classes.panel} aria-label={t`Conversations`}>
      <ListHeader url={url} onNew={onNew} onSelect={() => setChoosing(true)} compact={compact} />
      <RepliesStrip url={url} />
      {isQueue && <WaitingStrip repliesTo={filter.repliesTo} onNext={onNext} />}
      <div className={classes.wrap} aria-busy={list.isStale || undefined}>
        <div
          className={classes.scroll}
          ref={scroller}
          role="presentation"
          data-stale={list.isStale || undefined}
          onKeyDown={handleKey}
        >
          {heldCount > 0 && (
            <HeldPill
              count={heldCount}
              onShow={() => {
                setFrozen(undefined)
                scroller.current?.scrollTo(0, 0)
              }}
            />
          )}
          {pulled > 0 && (
            <div className={classes.pull} style={{ blockSize: pulled }}>
              <Loader size={18} role="status" aria-label={t`Pull to refresh`} />
            </div>
          )}
          {showsSkeleton && <SkeletonRows count={8} height={compact.height} withAvatar />}
          {list.isFailed && <StatePanel kind="error" compact onRetry={retry} />}
          {isEmpty && (
            <Suspense fallback={null}>
              <EmptyList url={url} onNew={onNew} />
            </Suspense>
          )}
          {!list.isFailed && items.length > 0 && !showsSkeleton && (
            <Virtualizer
              key={compact.height}
              ref={virtual}
              as="ul"
              item="li"
              itemSize={compact.height}
              scrollRef={scroller}
              data={items}
              onScroll={handleScroll}
              {...(at !== -1 && { keepMounted: [at] })}
            >
              {(item) => (
                <ListLine
                  key={item.key}
                  item={item}
                  linkTo={linkTo}
                  openId={conversation}
                  status={filter.status}
                  isChosen={item.kind === 'row' && isChosen(chosen, item.row.id)}
                  isChoosing={isChoosing || hasChosen}
                  onChoose={choose}
                  onOpen={open}
                  isCompact={compact.isOn}
                  {...searched}
                  swipeActions={isTouch ? swipeActions : undefined}
                />
              )}
            </Virtualizer>
          )}
        </div>
      </div>
      {hasChosen && (
        <Suspense fallback={null}>
          <BulkBar
            filter={filter}
            selection={chosen}
            onSelect={(next) => select(() => next)}
            onDone={clearSelection}
            mayTakeAll={list.hasMore && chosen.ids.size >= ids.length}
          />
        </Suspense>
      )}
    </section>
  )
})
