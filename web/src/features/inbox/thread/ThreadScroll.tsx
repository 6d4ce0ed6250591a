import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import {
  MessageBubble,
  threadRows,
  useBroadcastNames,
  type Bubble,
  type NamedBroadcast,
  type ThreadRow,
} from '../../messages/index.ts'
import classes from './Thread.module.css'
import { useDays } from './useDays.ts'
import { useThreadScrollPosition } from './useThreadScrollPosition.ts'

export interface ThreadScrollProps {
  bubbles: readonly Bubble[]
  /** The first unread message when the thread was opened. */
  firstNewId: string | undefined
  /** The message to scroll to and highlight; each new object scrolls again. */
  target: { id: string } | undefined
  me: string | undefined
  canSend: boolean
  hasOlder: boolean
  /** The end of the thread is not loaded. */
  hasNewer: boolean
  /** Incremented each time the user jumps to the end of the thread. */
  latestRequests: number
  isLoadingOlder: boolean
  /** Nothing is loading, and the last older page did not fail. */
  isResting: boolean
  onOlder: () => void
  onNewer: () => void
  /** Loads the end of the thread and scrolls there. */
  onLatest: () => void
}

/**
 * The scrolling messages of a thread: opens at the first unread, stays at the end while the reader is there, and keeps
 * its position when either end grows.
 */
export function ThreadScroll(props: ThreadScrollProps) {
  const { bubbles, firstNewId, me, canSend: canAct, hasNewer, isLoadingOlder, onLatest } = props
  const { t } = useLingui()
  const { dayOf, nameOf } = useDays()
  const rows = useMemo(() => threadRows({ bubbles, firstNewId, me, dayOf }), [bubbles, firstNewId, me, dayOf])
  const broadcasts = useBroadcastNames(rows.map((row) => (row.kind === 'bubble' ? row.batchId : undefined)))
  const scroller = useRef<HTMLDivElement>(null)
  const { virtual, grewAbove, below, day, isScrolling, isFarFromEnd, flashedId, handleScroll, goDown } =
    useThreadScrollPosition({ ...props, rows, scroller, dayOf })
  return (
    <div className={classes.wrap}>
      {isLoadingOlder && (
        <div className={classes.older} role="status">
          <Loader size={16} role="status" aria-label={t`Loading older messages`} />
        </div>
      )}
      {day !== undefined && (
        <div className={classes.day} data-resting={!isScrolling || undefined} aria-hidden>
          <span>{nameOf(day)}</span>
        </div>
      )}
      <div className={classes.scroll} ref={scroller} tabIndex={0} role="region" aria-label={t`Messages`}>
        {rows.length === 0 && (
          <p className={classes.first}>
            <Trans>No messages yet. Send the first one.</Trans>
          </p>
        )}
        <Virtualizer
          ref={virtual}
          as="ol"
          item="li"
          data={rows}
          shift={grewAbove}
          scrollRef={scroller}
          onScroll={handleScroll}
        >
          {(row) => (
            <Row
              key={row.key}
              row={row}
              broadcast={row.kind === 'bubble' && row.batchId ? broadcasts.get(row.batchId) : undefined}
              me={me}
              canSend={canAct}
              nameOf={nameOf}
              isFlashed={idOf(row) === flashedId}
            />
          )}
        </Virtualizer>
        {(below > 0 || hasNewer || isFarFromEnd) && (
          <div className={classes.below}>
            <Button
              size="compact-sm"
              radius="xl"
              variant="default"
              leftSection={<IconArrowDown size={14} stroke={2} />}
              onClick={hasNewer ? onLatest : goDown}
            >
              {below > 0 ? <Plural value={below} one="# new" other="# new" /> : <Trans>Jump to latest</Trans>}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function idOf(row: ThreadRow): string {
  return row.kind === 'bubble' ? (row.bubble.message?.id ?? row.key) : ''
}

interface RowProps {
  row: ThreadRow
  broadcast: NamedBroadcast | undefined
  me: string | undefined
  canSend: boolean
  nameOf: (at: string) => string
  isFlashed: boolean
}

function Row({ row, broadcast, me, canSend: canAct, nameOf, isFlashed }: RowProps) {
  if (row.kind === 'day') return <div className={classes.line}>{nameOf(row.at)}</div>
  if (row.kind === 'new') {
    return (
      <div className={classes.line} data-new>
        <Trans>New</Trans>
      </div>
    )
  }
  return (
    <div className={classes.bubble} data-flashed={isFlashed || undefined}>
      <MessageBubble
        bubble={row.bubble}
        startsGroup={row.startsGroup}
        endsGroup={row.endsGroup}
        isLast={row.isLast}
        broadcast={broadcast}
        me={me}
        canSend={canAct}
      />
    </div>
  )
}
