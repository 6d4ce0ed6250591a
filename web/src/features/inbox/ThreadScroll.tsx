import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { MessageBubble, threadRows, type Bubble, type ThreadRow } from '../messages/index.ts'
import classes from './Thread.module.css'
import { useDays } from './useDays.ts'
import { useThreadPlace } from './useThreadPlace.ts'

export interface ThreadScrollProps {
  bubbles: readonly Bubble[]
  /** The first unread message when the thread was opened. */
  firstNewId: string | undefined
  /** The message to go to and show for a moment; each new object goes there again. */
  target: { id: string } | undefined
  me: string | undefined
  canAct: boolean
  hasOlder: boolean
  /** The end of the thread is not loaded. */
  hasNewer: boolean
  /** Grows each time the end of the thread was asked for. */
  latestAsked: number
  isLoadingOlder: boolean
  /** Nothing is being loaded, and the last older page did not fail. */
  isResting: boolean
  onOlder: () => void
  onNewer: () => void
  /** Loads the end of the thread and goes there. */
  onLatest: () => void
}

/** The messages of a thread: opens at the first unread, sticks to the end while the reader is there, grows at both ends in place. */
export function ThreadScroll(props: ThreadScrollProps) {
  const { bubbles, firstNewId, me, canAct, hasNewer, isLoadingOlder, onLatest } = props
  const { t } = useLingui()
  const { dayOf, nameOf } = useDays()
  const rows = useMemo(() => threadRows({ bubbles, firstNewId, me, dayOf }), [bubbles, firstNewId, me, dayOf])
  const scroller = useRef<HTMLDivElement>(null)
  const { virtual, grewAbove, below, day, isFarUp, flashedId, hearScroll, goDown } = useThreadPlace({
    ...props,
    rows,
    scroller,
    dayOf,
  })
  return (
    <div className={classes.wrap}>
      {isLoadingOlder && (
        <div className={classes.older} role="status">
          <Loader size={16} role="status" aria-label={t`Loading older messages`} />
        </div>
      )}
      {day !== undefined && (
        <div className={classes.day} aria-hidden>
          <span>{nameOf(day)}</span>
        </div>
      )}
      <div className={classes.scroll} ref={scroller} tabIndex={0} role="region" aria-label={t`Messages`}>
        {rows.length === 0 && (
          <p className={classes.first}>
            <Trans>No messages yet. Write the first one.</Trans>
          </p>
        )}
        <Virtualizer
          ref={virtual}
          as="ol"
          item="li"
          data={rows}
          shift={grewAbove}
          scrollRef={scroller}
          onScroll={hearScroll}
        >
          {(row) => (
            <Row key={row.key} row={row} me={me} canAct={canAct} nameOf={nameOf} isFlashed={idOf(row) === flashedId} />
          )}
        </Virtualizer>
        {(below > 0 || hasNewer || isFarUp) && (
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
  me: string | undefined
  canAct: boolean
  nameOf: (at: string) => string
  isFlashed: boolean
}

function Row({ row, me, canAct, nameOf, isFlashed }: RowProps) {
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
        me={me}
        canAct={canAct}
      />
    </div>
  )
}
