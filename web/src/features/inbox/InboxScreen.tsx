import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { useNavigate } from 'react-router'
import { inboxGroupsSelected } from '../../shared/lib/session/groups.slice.ts'
import { conversationOpened } from '../../shared/lib/session/message.slice.ts'
import { readStored, writeStored } from '../../shared/lib/storage.ts'
import { LazyFindPerson } from '../contacts/index.ts'
import { prefetchThread } from './api.ts'
import { knownRow, type CacheStore } from './cache.ts'
import { ContactPanel } from './ContactPanel.tsx'
import { ConversationList } from './ConversationList.tsx'
import classes from './Inbox.module.css'
import { NothingOpen } from './NothingOpen.tsx'
import { Thread } from './Thread.tsx'
import { useArchiving } from './useArchiving.ts'
import { useConversations } from './useConversations.ts'
import { useInboxUrl } from './useInboxUrl.ts'

const panelKey = 'contact-panel'

function usePanel(): { isOpen: boolean; toggle: () => void } {
  const isRoomy = useMediaQuery('(min-width: 1360px)', true, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<unknown>(() => readStored(panelKey))
  const isOpen = typeof chosen === 'boolean' ? chosen && isRoomy : isRoomy
  const [isOver, setOver] = useState(false)
  const toggle = useCallback(() => {
    // Where there is no room the panel opens for now only.
    if (!isRoomy) return setOver((open) => !open)
    setChosen(!isOpen)
    writeStored(panelKey, !isOpen)
  }, [isOpen, isRoomy])
  return { isOpen: isRoomy ? isOpen : isOver, toggle }
}

/** The shared inbox: list, thread and contact beside each other, three pages on a phone. */
export default function InboxScreen() {
  const url = useInboxUrl()
  const { asked, conversation, showsContact, linkTo } = url
  const navigate = useNavigate()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const store = useStore()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isFinding, setFinding] = useState(false)
  const [wasFinding, setWasFinding] = useState(false)
  if (isFinding && !wasFinding) setWasFinding(true)
  const panel = usePanel()
  const list = useConversations(asked)
  const field = useRef<HTMLTextAreaElement>(null)
  const [keptUnread, setKeptUnread] = useState('')
  const at = list.rows.findIndex(({ id }) => id === conversation)

  const open = useCallback((id: string) => void navigate(linkTo(id)), [navigate, linkTo])
  const step = (by: 1 | -1) => {
    const next = list.rows[at === -1 ? 0 : at + by]
    if (next) open(next.id)
  }
  const { archive, setUnread } = useArchiving({
    rows: list.rows,
    onArchived: (row) => {
      if (row.id !== conversation) return
      const place = list.rows.findIndex(({ id }) => id === row.id)
      const next = isPhone ? undefined : (list.rows[place + 1] ?? list.rows[place - 1])
      void navigate(linkTo(next?.id ?? ''))
    },
    onUnread: setKeptUnread,
  })

  useEffect(() => {
    if (keptUnread !== '' && keptUnread !== conversation) setKeptUnread('')
  }, [keptUnread, conversation])
  useEffect(() => {
    const archived = knownRow(store, conversation)?.archived ?? false
    dispatch(conversationOpened(conversation ? { id: conversation, archived } : null))
    return () => {
      dispatch(conversationOpened(null))
    }
  }, [conversation, dispatch, store])
  const groups = asked.groupIds.join(' ')
  useEffect(() => {
    dispatch(inboxGroupsSelected(groups === '' ? [] : groups.split(' ')))
  }, [groups, dispatch])
  const [before, after] = [list.rows[at - 1]?.id, list.rows[at + 1]?.id]
  useEffect(() => {
    for (const id of at === -1 ? [] : [before, after]) if (id) void dispatch(prefetchThread(id))
  }, [at, before, after, dispatch])

  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['e', () => void archive(conversation)],
    ['u', () => void setUnread(conversation)],
    ['r', () => field.current?.focus()],
    ['p', panel.toggle],
  ])

  const showsList = !isPhone || conversation === ''
  const showsThread = conversation !== '' && !(isPhone && showsContact)
  const showsPanel = conversation !== '' && (isPhone ? showsContact : panel.isOpen)
  return (
    <div className={classes.inbox} data-panel={(showsPanel && !isPhone) || undefined}>
      {showsList && <ConversationList url={url} list={list} onNew={() => setFinding(true)} />}
      {showsThread && (
        <Thread
          key={conversation}
          id={conversation}
          field={field}
          isPhone={isPhone}
          isPanelOpen={showsPanel}
          isKeptUnread={keptUnread === conversation}
          backTo={linkTo('')}
          onContact={() => (isPhone ? void navigate(linkTo(conversation, true)) : panel.toggle())}
          onArchive={() => void archive(conversation)}
          onUnread={() => void setUnread(conversation)}
        />
      )}
      {!isPhone && conversation === '' && <NothingOpen />}
      {showsPanel && (
        <ContactPanel
          id={conversation}
          isPhone={isPhone}
          onClose={() => (isPhone ? void navigate(linkTo(conversation)) : panel.toggle())}
        />
      )}
      {wasFinding && (
        <Suspense fallback={null}>
          <LazyFindPerson isOpen={isFinding} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </div>
  )
}
