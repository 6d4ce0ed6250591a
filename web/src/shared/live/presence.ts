import type { ClientEvents } from '@crewline/contract/events'
import { useEffect, useSyncExternalStore } from 'react'

/** A teammate at a place, such as a conversation. */
export interface PresentTeammate {
  userId: string
  name: string
}

/** Sends the place a member is at; null for none. */
type Send = (place: string | null) => void

/** The part of a connection that reports places. */
export interface PlaceSender {
  sendPresence: ClientEvents['presence']
  sendEditing: ClientEvents['news-editing']
}

let sender: () => PlaceSender | undefined = () => undefined

/** Sets the connection for later reports; without one they are dropped, and repeated soon. */
export function setPlaceSender(next: typeof sender): void {
  sender = next
}

/** Notifies teammates which conversation the member is viewing. */
export const sendViewing: Send = (contactId) => sender()?.sendPresence({ contactId })

/** Notifies teammates which issue the member is editing. */
export const sendEditing: Send = (issueId) => sender()?.sendEditing({ issueId })

/** Who is at the places of one kind. */
export interface PresenceStore {
  /** Records who is at a place; the entry expires unless it is repeated. */
  receive: (place: string, teammates: PresentTeammate[]) => void
  /** Returns who is at a place, including the current member, and re-renders on changes. */
  useTeammatesAt: (place: string) => PresentTeammate[]
}

const none: PresentTeammate[] = []

/** Builds the store of one kind of places; an entry expires after `expiryMs`. */
export function buildPresenceStore(expiryMs: number): PresenceStore {
  const entries = new Map<string, { teammates: PresentTeammate[]; at: number }>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function removeExpired(): void {
    const oldest = Date.now() - expiryMs
    for (const [place, { at }] of entries) if (at <= oldest) entries.delete(place)
    notify()
  }
  return {
    receive(place, teammates) {
      if (teammates.length === 0) entries.delete(place)
      else entries.set(place, { teammates, at: Date.now() })
      notify()
      if (teammates.length > 0) setTimeout(removeExpired, expiryMs + 1)
    },
    useTeammatesAt: (place) => useSyncExternalStore(listen, () => entries.get(place)?.teammates ?? none),
  }
}

/** Reports every `everyMs` that the member is at a place while `isThere`, and when that ends. */
export function useReportPlace(send: Send, place: string, { isThere, everyMs }: { isThere: boolean; everyMs: number }) {
  useEffect(() => {
    if (!isThere) return
    send(place)
    const timer = setInterval(() => send(place), everyMs)
    return () => {
      clearInterval(timer)
      send(null)
    }
  }, [send, place, isThere, everyMs])
}
