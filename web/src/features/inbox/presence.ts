import type { Presence } from '@crewline/contract/events'
import { PRESENCE_EVERY_MS, PRESENCE_FORGOTTEN_MS } from '@crewline/contract/limits'
import { useEffect, useSyncExternalStore } from 'react'
import { tellPresence } from '../../shared/live/presence.ts'

interface Heard {
  viewers: Presence['viewers']
  /** This page's clock, in ms. */
  at: number
}

const heard = new Map<string, Heard>()
const listeners = new Set<() => void>()
const nobody: Presence['viewers'] = []

/** Takes who looks at a conversation now; forgotten after 30 s unless it is said again. */
export function presenceHeard({ contactId, viewers }: Presence): void {
  if (viewers.length === 0) heard.delete(contactId)
  else heard.set(contactId, { viewers, at: Date.now() })
  for (const listener of listeners) listener()
  if (viewers.length > 0) setTimeout(forget, PRESENCE_FORGOTTEN_MS + 1)
}

function forget(): void {
  const oldest = Date.now() - PRESENCE_FORGOTTEN_MS
  for (const [contactId, { at }] of heard) if (at <= oldest) heard.delete(contactId)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who looks at a conversation now, the asking member too. */
export function viewersOf(contactId: string): Presence['viewers'] {
  return heard.get(contactId)?.viewers ?? nobody
}

/** Who looks at a conversation now, true while it is shown. */
export function useViewers(contactId: string): Presence['viewers'] {
  return useSyncExternalStore(listen, () => viewersOf(contactId))
}

/** Tells teammates that one looks at a conversation, every 10 s while the page is visible, and when one stops. */
export function useTellPresence(contactId: string, isVisible: boolean): void {
  useEffect(() => {
    if (!isVisible) return
    tellPresence({ contactId })
    const timer = setInterval(() => tellPresence({ contactId }), PRESENCE_EVERY_MS)
    return () => {
      clearInterval(timer)
      tellPresence({ contactId: null })
    }
  }, [contactId, isVisible])
}
