import { useLingui } from '@lingui/react/macro'
import { useCallbackRef, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useNavigate } from 'react-router'
import { singleKeysOn } from '../../shared/lib/single-keys.ts'
import { LazyFindPerson } from '../contacts/index.ts'
import { ConversationList } from './ConversationList.tsx'
import classes from './Inbox.module.css'
import { loadThread } from './load-thread.ts'
import { NothingOpen } from './NothingOpen.tsx'
import { noSelection, toggledRow, type Selection } from './selection.ts'
import { Splitter, usePanelWidth } from './Splitter.tsx'
import type { ThreadActs, ThreadKeys } from './Thread.tsx'
import { useAfterPaint } from './useAfterPaint.ts'
import { useArchiving } from './useArchiving.ts'
import { useConversations } from './useConversations.ts'
import { useInboxUrl } from './useInboxUrl.ts'
import { useOpenConversation } from './useOpenConversation.ts'
import { usePanel } from './usePanel.ts'
import { useWriteKey } from './useWriteKey.ts'

const Thread = lazyPart(loadThread)
const ContactPanel = lazyPart(() => import('./ContactPanel.tsx'))

const listBounds = { usual: 340, min: 280, max: 420 }
const panelBounds = { usual: 320, min: 280, max: 420 }

type Keys = Parameters<typeof useHotkeys>[0]

/** Whether a key was meant for what lies over the screen: Escape closes the top layer only. */
function isForLayer({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null
}

/** Keys of this screen, unless the member wants no single keys. */
function whenOn(keys: Keys): Keys {
  const isOn = (key: string, event: KeyboardEvent) => !isForLayer(event) && (key === 'Escape' || singleKeysOn())
  return keys.map(([key, act]) => [key, (event) => (isOn(key, event) ? act(event) : undefined)])
}

/** Plays or stops the newest voicemail of the open thread. */
function playVoicemail(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-play-voicemail]')
  buttons.item(buttons.length - 1)?.click()
}

/** The shared inbox: list, thread and contact beside each other, three pages on a phone. */
export default function InboxScreen() {
  const { t } = useLingui()
  const url = useInboxUrl()
  const { asked, conversation, linkTo } = url
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const isSplit = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const hasPanelColumn = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [isFinding, setFinding] = useState(false)
  const [wasFinding, setWasFinding] = useState(false)
  if (isFinding && !wasFinding) setWasFinding(true)
  const panel = usePanel()
  const listWidth = usePanelWidth('inbox-list-width', listBounds)
  const panelWidth = usePanelWidth('inbox-panel-width', panelBounds)
  const list = useConversations(asked)
  const [selection, setSelection] = useState<Selection>(noSelection)
  const field = useRef<HTMLTextAreaElement>(null)
  const write = useWriteKey()
  const threadKeys = useRef<ThreadKeys>(null)
  const [keptUnread, setKeptUnread] = useState('')
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  // A row that leaves goes at once; the thread of the next one, which is far more, comes with the frame after.
  const [left, holdLeft] = useAfterPaint<typeof url>()
  const open = left ?? url
  const shown = open.conversation
  useOpenConversation(url, ids)

  useEffect(() => setSelection(noSelection), [asked])
  useEffect(() => {
    if (keptUnread !== '' && keptUnread !== conversation) setKeptUnread('')
  }, [keptUnread, conversation])

  const step = (by: 1 | -1) => {
    const at = ids.indexOf(conversation)
    const next = ids[at === -1 ? 0 : at + by]
    if (next) void navigate(linkTo(next))
  }
  const { archive, snooze, setUnread } = useArchiving({
    rows: list.rows,
    status: asked.status,
    onLeaving: (row) => {
      if (row.id !== conversation) return
      const place = ids.indexOf(row.id)
      if (!isPhone) holdLeft(url)
      const next = isPhone ? undefined : (ids[place + 1] ?? ids[place - 1])
      void navigate(linkTo(next ?? ''))
    },
    onUnread: setKeptUnread,
  })
  const acts = useRef({ archive, setUnread, snooze })
  useLayoutEffect(() => {
    acts.current = { archive, setUnread, snooze }
  })
  const rowActs = useMemo<ThreadActs>(
    () => ({
      onArchive: (id: string) => void acts.current.archive(id),
      onUnread: (id: string) => void acts.current.setUnread(id),
      onSnooze: (id: string, until: string | null) => void acts.current.snooze(id, until),
    }),
    [],
  )
  const find = useCallback(() => setFinding(true), [])
  // The same on each change of the list, so that the thread beside it stays as it is.
  const showContact = useCallbackRef(() =>
    isPhone ? void navigate(linkTo(shown, { showsContact: true })) : panel.toggle(),
  )
  const backToThread = useCallback(() => void navigate(linkTo(shown)), [navigate, linkTo, shown])
  const choose = useCallback((change: (now: Selection) => Selection) => setSelection(change), [])

  useHotkeys(
    whenOn([
      ['j', () => step(1)],
      ['k', () => step(-1)],
      ['e', () => void archive(conversation)],
      ['u', () => void setUnread(conversation)],
      ['r', write],
      ['p', panel.toggle],
      ['f', () => threadKeys.current?.find()],
      ['t', () => threadKeys.current?.translate()],
      ['v', playVoicemail],
      ['x', () => conversation && choose((now) => toggledRow(now, conversation))],
      ['Escape', () => (selection.isAll || selection.ids.size > 0 ? choose(() => noSelection) : panel.close())],
    ]),
  )

  const showsList = !isPhone || conversation === ''
  const showsThread = shown !== '' && !(isPhone && open.showsContact)
  const showsPanel = shown !== '' && (isPhone ? open.showsContact : panel.isOpen)
  const widths = { '--list-width': `${listWidth.width}px`, '--panel-width': `${panelWidth.width}px` } as CSSProperties
  return (
    <div className={classes.inbox} data-panel={(showsPanel && !isPhone) || undefined} style={widths}>
      {showsList && (
        <ConversationList url={url} list={list} selection={selection} select={choose} onNew={find} sweep={rowActs} />
      )}
      {showsThread && (
        <Suspense fallback={<div />}>
          <Thread
            id={shown}
            message={open.message}
            field={field}
            keys={threadKeys}
            isPhone={isPhone}
            isPanelOpen={showsPanel}
            isKeptUnread={keptUnread === shown}
            backTo={linkTo('')}
            onContact={showContact}
            acts={rowActs}
          />
        </Suspense>
      )}
      {!isPhone && shown === '' && <NothingOpen isListEmpty={!list.isLoading && list.rows.length === 0} />}
      {showsPanel && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <ContactPanel
            id={shown}
            isPhone={isPhone}
            onSnooze={rowActs.onSnooze}
            onClose={isPhone ? backToThread : panel.toggle}
          />
        </Suspense>
      )}
      {isSplit && <Splitter label={t`Width of the list`} panel={listWidth} side="start" />}
      {hasPanelColumn && showsPanel && <Splitter label={t`Width of the contact`} panel={panelWidth} side="end" />}
      {wasFinding && (
        <Suspense fallback={null}>
          <LazyFindPerson isOpen={isFinding} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </div>
  )
}
