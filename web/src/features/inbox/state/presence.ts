import type { Presence } from '@crewline/contract/events'
import { PRESENCE_EVERY_MS, PRESENCE_EXPIRY_MS } from '@crewline/contract/limits'
import { useEffect, useSyncExternalStore } from 'react'
import { sendPresence } from '../../../shared/live/presence.ts'

interface ViewersEntry {
  viewers: Presence['viewers']
  /** The clock of this page, in ms. */
  at: number
}

const viewersByContact = new Map<string, ViewersEntry>()
const listeners = new Set<() => void>()
const noViewers: Presence['viewers'] = []

/** Records who is viewing a conversation; the entry expires after 30 s unless it is repeated. */
export function receivePresence({ contactId, viewers }: Presence): void {
  if (viewers.length === 0) viewersByContact.delete(contactId)
  else viewersByContact.set(contactId, { viewers, at: Date.now() })
  for (const listener of listeners) listener()
  if (viewers.length > 0) setTimeout(removeExpired, PRESENCE_EXPIRY_MS + 1)
}

function removeExpired(): void {
  const oldest = Date.now() - PRESENCE_EXPIRY_MS
  for (const [contactId, { at }] of viewersByContact) if (at <= oldest) viewersByContact.delete(contactId)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns who is viewing a conversation, including the current member. */
export function viewersOf(contactId: string): Presence['viewers'] {
  return viewersByContact.get(contactId)?.viewers ?? noViewers
}

/** Returns who is viewing a conversation and re-renders on changes. */
export function useViewers(contactId: string): Presence['viewers'] {
  return useSyncExternalStore(listen, () => viewersOf(contactId))
}

/**
 * Reports to teammates that the member is viewing a conversation, every 10 s while the page is visible, and when that
 * ends.
 */
export function useReportPresence(contactId: string, isVisible: boolean): void {
  useEffect(() => {
    if (!isVisible) return
    sendPresence({ contactId })
    const timer = setInterval(() => sendPresence({ contactId }), PRESENCE_EVERY_MS)
    return () => {
      clearInterval(timer)
      sendPresence({ contactId: null })
    }
  }, [contactId, isVisible])
}
