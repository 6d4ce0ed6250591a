import { useLingui } from '@lingui/react/macro'
import { useCallbackRef, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useNavigate } from 'react-router'
import { isForPopup } from '../../shared/lib/popup.ts'
import { singleKeysOn } from '../../shared/lib/single-keys.ts'
import { useOnChange } from '../../shared/lib/use-on-change.ts'
import { LazyFindContact } from '../contacts/index.ts'
import { ConversationList } from './list/ConversationList.tsx'
import classes from './Inbox.module.css'
import { loadThread } from './thread/load-thread.ts'
import { NothingOpen } from './thread/NothingOpen.tsx'
import { noSelection, toggledRow, type Selection } from './list/selection.ts'
import { Splitter, usePanelWidth } from './panel/Splitter.tsx'
import type { ThreadActions, ThreadKeys } from './thread/Thread.tsx'
import { useAfterPaint } from './thread/useAfterPaint.ts'
import { useArchiving } from './list/useArchiving.ts'
import { useConversations } from './list/useConversations.ts'
import { useNextWaiting } from './waiting/useNextWaiting.ts'
import { useInboxUrl } from './useInboxUrl.ts'
import { useOpenConversation } from './useOpenConversation.ts'
import { useIsSample } from './panel/useIsSample.ts'
import { usePanel } from './panel/usePanel.ts'
import { useWriteKey } from './thread/useWriteKey.ts'

const Thread = lazyPart(loadThread)
const SamplePanel = lazyPart(() => import('./panel/SamplePanel.tsx'))
const ContactPanel = lazyPart(() => import('./panel/ContactPanel.tsx'))

const listBounds = { usual: 340, min: 280, max: 420 }
const panelBounds = { usual: 320, min: 280, max: 420 }

type Keys = Parameters<typeof useHotkeys>[0]

/** The keys of this screen; single-key shortcuts do nothing when the member has turned them off. */
function useInboxKeys(keys: Keys): void {
  const isOn = (key: string, event: KeyboardEvent) => !isForPopup(event) && (key === 'Escape' || singleKeysOn())
  useHotkeys(keys.map(([key, action]) => [key, (event) => (isOn(key, event) ? action(event) : undefined)]))
}

/** Plays or stops the newest voicemail of the open thread. */
function playVoicemail(screen: HTMLElement | null): void {
  const buttons = [...(screen?.querySelectorAll<HTMLElement>('[data-play-voicemail]') ?? [])]
  buttons.at(-1)?.click()
}

/** The shared inbox: list, thread and contact side by side; three pages on a phone. */
export default function InboxScreen() {
  const { t } = useLingui()
  const url = useInboxUrl()
  const { filter, conversation, linkTo } = url
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
  const list = useConversations(filter)
  const [selection, setSelection] = useState<Selection>(noSelection)
  const field = useRef<HTMLTextAreaElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const write = useWriteKey(screen)
  const threadKeys = useRef<ThreadKeys>(null)
  const [markedUnreadId, setMarkedUnreadId] = useState('')
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  // A row is removed at once; the next thread, which takes far longer to render, follows one frame later.
  const [previousUrl, keepPreviousUrl] = useAfterPaint<typeof url>()
  const open = previousUrl ?? url
  const openId = open.conversation
  useOpenConversation(url, ids)
  const isSample = useIsSample(openId)
  const [isSampleSheetOpen, setSampleSheetOpen] = useState(false)
  const openSampleSheet = useCallback(() => setSampleSheetOpen(true), [setSampleSheetOpen])

  useOnChange(filter, () => setSelection(noSelection))
  if (markedUnreadId !== '' && markedUnreadId !== conversation) setMarkedUnreadId('')

  const step = (by: 1 | -1) => {
    const at = ids.indexOf(conversation)
    const next = ids[at === -1 ? 0 : at + by]
    if (next) void navigate(linkTo(next))
  }
  const { archive, snooze, setUnread } = useArchiving({
    rows: list.rows,
    filter,
    onLeaving: (row) => {
      if (row.id !== conversation) return
      const position = ids.indexOf(row.id)
      if (!isPhone) keepPreviousUrl(url)
      const next = isPhone ? undefined : (ids[position + 1] ?? ids[position - 1])
      void navigate(linkTo(next ?? ''))
    },
    onUnread: setMarkedUnreadId,
  })
  const actions = useRef({ archive, setUnread, snooze })
  useLayoutEffect(() => {
    actions.current = { archive, setUnread, snooze }
  })
  const threadActions = useMemo<ThreadActions>(
    () => ({
      onArchive: (id: string) => void actions.current.archive(id),
      onUnread: (id: string) => void actions.current.setUnread(id),
      onSnooze: (id: string, until: string | null) => void actions.current.snooze(id, until),
    }),
    [],
  )
  const next = useNextWaiting(url, list)
  const find = useCallback(() => setFinding(true), [])
  // Stable across list changes, so that the thread does not re-render.
  const showContact = useCallbackRef(() =>
    isSample
      ? void navigate(`/dashboard/contacts/${openId}`)
      : isPhone
        ? void navigate(linkTo(openId, { showsContact: true }))
        : panel.toggle(),
  )
  const backToThread = useCallback(() => void navigate(linkTo(openId)), [navigate, linkTo, openId])
  const choose = useCallback((change: (now: Selection) => Selection) => setSelection(change), [])

  useInboxKeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['e', () => void archive(conversation)],
    ['u', () => void setUnread(conversation)],
    ['n', next],
    ['r', write],
    ['p', panel.toggle],
    ['f', () => threadKeys.current?.find()],
    ['t', () => threadKeys.current?.translate()],
    ['v', () => playVoicemail(screen.current)],
    ['x', () => conversation && choose((now) => toggledRow(now, conversation))],
    ['Escape', () => (selection.isAll || selection.ids.size > 0 ? choose(() => noSelection) : panel.close())],
  ])

  const showsList = !isPhone || conversation === ''
  const showsThread = openId !== '' && !(isPhone && open.showsContact)
  const showsSampleColumn = isSample && hasPanelColumn
  const showsPanel = openId !== '' && (isSample ? showsSampleColumn : isPhone ? open.showsContact : panel.isOpen)
  const widths = { '--list-width': `${listWidth.width}px`, '--panel-width': `${panelWidth.width}px` } as CSSProperties
  return (
    <div ref={screen} className={classes.inbox} data-panel={(showsPanel && !isPhone) || undefined} style={widths}>
      {showsList && (
        <ConversationList
          url={url}
          list={list}
          selection={selection}
          select={choose}
          onNew={find}
          onNext={next}
          swipeActions={threadActions}
        />
      )}
      {showsThread && (
        <Suspense fallback={<div />}>
          <Thread
            id={openId}
            message={open.message}
            field={field}
            keys={threadKeys}
            isPhone={isPhone}
            isPanelOpen={showsPanel && !isSample}
            isSample={isSample}
            onSamplePhone={showsSampleColumn ? undefined : openSampleSheet}
            isMarkedUnread={markedUnreadId === openId}
            backTo={linkTo('')}
            onContact={showContact}
            actions={threadActions}
          />
        </Suspense>
      )}
      {!isPhone && openId === '' && (
        <NothingOpen isListEmpty={!list.isLoading && list.rows.length === 0} onNext={next} />
      )}
      {isSample && (
        <Suspense fallback={showsSampleColumn ? <div className={classes.waiting} /> : null}>
          <SamplePanel
            id={openId}
            isSheet={!showsSampleColumn}
            isOpen={isSampleSheetOpen}
            onClose={() => setSampleSheetOpen(false)}
          />
        </Suspense>
      )}
      {showsPanel && !isSample && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <ContactPanel
            id={openId}
            isPhone={isPhone}
            onSnooze={threadActions.onSnooze}
            onClose={isPhone ? backToThread : panel.toggle}
          />
        </Suspense>
      )}
      {isSplit && <Splitter label={t`List width`} panel={listWidth} side="start" />}
      {hasPanelColumn && showsPanel && <Splitter label={t`Contact panel width`} panel={panelWidth} side="end" />}
      {wasFinding && (
        <Suspense fallback={null}>
          <LazyFindContact isOpen={isFinding} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </div>
  )
}
