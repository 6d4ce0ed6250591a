import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { MessageBubble, threadRows, type Bubble, type BubbleActs, type ThreadRow } from '../messages/index.ts'
import classes from './Thread.module.css'
import { useDays } from './useDays.ts'

export interface ThreadScrollProps {
  bubbles: readonly Bubble[]
  /** The first unread message when the thread was opened. */
  firstNewId: string | undefined
  me: string | undefined
  acts: BubbleActs | undefined
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
}

const stickPx = 80
const olderPx = 400

/** The messages of a thread: opens at the first unread, sticks to the end while the reader is there, grows upwards in place. */
export function ThreadScroll({ bubbles, firstNewId, me, acts, hasOlder, isLoadingOlder, onOlder }: ThreadScrollProps) {
  const { t } = useLingui()
  const { dayOf, nameOf } = useDays()
  const rows = useMemo(() => threadRows({ bubbles, firstNewId, me, dayOf }), [bubbles, firstNewId, me, dayOf])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const isAtEnd = useRef(true)
  const isPlaced = useRef(false)
  const lastOffset = useRef(0)
  const [below, setBelow] = useState(0)

  const lastKey = bubbles.at(-1)?.key
  const firstKey = bubbles[0]?.key
  const before = useRef({ firstKey, lastKey, count: bubbles.length })
  // Rows that came in above keep the reader's place; it is known while rendering, not after.
  const grewAbove =
    before.current.firstKey !== firstKey && before.current.lastKey === lastKey && bubbles.length > before.current.count

  useLayoutEffect(() => {
    const was = before.current
    before.current = { firstKey, lastKey, count: bubbles.length }
    if (!isPlaced.current) {
      if (rows.length === 0) return
      isPlaced.current = true
      const newAt = rows.findIndex(({ kind }) => kind === 'new')
      isAtEnd.current = newAt === -1
      virtual.current?.scrollToIndex(newAt === -1 ? rows.length - 1 : newAt, {
        align: newAt === -1 ? 'end' : 'start',
        offset: newAt === -1 ? 16 : -8,
      })
      return
    }
    if (was.lastKey === lastKey) return
    const last = bubbles.at(-1)
    const added = Math.max(1, bubbles.length - was.count)
    if (isAtEnd.current || last?.pending) virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: 16 })
    else if (last?.direction === 'in') setBelow((count) => count + added)
  }, [rows, bubbles, firstKey, lastKey])

  const isEmpty = rows.length === 0
  // The end stays in sight when the box shrinks (keyboard, growing composer) or a bubble grows.
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const watch = new ResizeObserver(() => {
      // Rows that turn out shorter than guessed bring the end to a reader who opened at the first unread.
      isAtEnd.current ||= isPlaced.current && box.scrollHeight - box.scrollTop - box.clientHeight <= stickPx
      if (isAtEnd.current) box.scrollTop = box.scrollHeight
    })
    watch.observe(box)
    if (box.firstElementChild) watch.observe(box.firstElementChild)
    return () => watch.disconnect()
  }, [isEmpty])

  function hearScroll(offset: number): void {
    const handle = virtual.current
    if (!handle || !isPlaced.current) return
    const isNear = handle.scrollSize - offset - handle.viewportSize <= stickPx
    // Rows that turn out taller than guessed push the end away; only a reader who goes up leaves it.
    if (isNear || offset < lastOffset.current) isAtEnd.current = isNear
    lastOffset.current = offset
    if (isAtEnd.current) setBelow(0)
    if (offset < olderPx && hasOlder) onOlder()
  }
  function goDown(): void {
    setBelow(0)
    virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: 16 })
  }

  return (
    <div className={classes.wrap}>
      {isLoadingOlder && (
        <div className={classes.older} role="status">
          <Loader size={16} aria-label={t`Loading older messages`} />
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
          {(row) => <Row key={row.key} row={row} me={me} acts={acts} nameOf={nameOf} />}
        </Virtualizer>
      </div>
      {below > 0 && (
        <Button
          className={classes.below ?? ''}
          size="compact-sm"
          radius="xl"
          variant="default"
          leftSection={<IconArrowDown size={14} stroke={2} />}
          onClick={goDown}
        >
          <Plural value={below} one="# new" other="# new" />
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  row: ThreadRow
  me: string | undefined
  acts: BubbleActs | undefined
  nameOf: (at: string) => string
}

function Row({ row, me, acts, nameOf }: RowProps) {
  if (row.kind === 'day') return <div className={classes.line}>{nameOf(row.at)}</div>
  if (row.kind === 'new') {
    return (
      <div className={classes.line} data-new>
        <Trans>New</Trans>
      </div>
    )
  }
  return (
    <MessageBubble
      bubble={row.bubble}
      startsGroup={row.startsGroup}
      endsGroup={row.endsGroup}
      isLast={row.isLast}
      me={me}
      acts={acts}
    />
  )
}
