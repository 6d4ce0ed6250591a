import { useCallback, useEffect, useReducer, useState } from 'react'
import {
  markRead,
  openEvents,
  readCarrier,
  readHandset,
  readLines,
  type CarrierEvent,
  type PhoneText,
} from './carrier.ts'
import { blankHandset, change, noPhones, type PhonesState } from './phones-state.ts'

const lostAfterMs = 3000

export interface Phones extends PhonesState {
  /** True when the carrier has been disconnected for 3 seconds. */
  isLost: boolean
  show: (phone: string, text: PhoneText) => void
  read: (phone: string) => void
}

/**
 * Keeps the phones on the page in sync with the carrier; `onStranger` is called for a message to a phone that is not on
 * the page.
 */
export function usePhones(shelf: string[] | null, onStranger: ((phone: string) => void) | null): Phones {
  const [state, dispatch] = useReducer(change, noPhones)
  const [isLost, setLost] = useState(false)
  const watched = shelf && !onStranger ? shelf.join(',') : null
  const shelfKey = shelf?.join(',') ?? ''

  const load = useCallback((phone: string) => {
    readHandset(phone).then(
      (answer) => dispatch({ type: 'loaded', phone, ...answer }),
      // The URL may name a phone without messages; the carrier creates it with its first message.
      () => dispatch({ type: 'loaded', phone, handset: blankHandset(phone), texts: [] }),
    )
  }, [])

  useEffect(() => {
    for (const phone of shelfKey.split(',').filter(Boolean)) load(phone)
  }, [shelfKey, load])

  useEffect(() => {
    const events = openEvents(watched === null ? null : watched.split(','))
    let losing: ReturnType<typeof setTimeout> | undefined
    let wasOpen = false
    events.onopen = () => {
      clearTimeout(losing)
      losing = undefined
      setLost(false)
      // Events during a disconnect are missing, so the handsets are loaded again.
      if (wasOpen) for (const phone of shelfKey.split(',').filter(Boolean)) load(phone)
      wasOpen = true
      readCarrier().then(
        (carrier) => dispatch({ type: 'carrier', carrier }),
        () => undefined,
      )
      readLines().then(
        (lines) => dispatch({ type: 'lines', lines }),
        () => undefined,
      )
    }
    events.onerror = () => {
      losing ??= setTimeout(() => setLost(true), lostAfterMs)
    }
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as CarrierEvent
      dispatch(event)
      if (event.type === 'text' && onStranger && !shelfKey.includes(event.phone)) onStranger(event.phone)
    }
    return () => {
      clearTimeout(losing)
      events.close()
    }
  }, [watched, shelfKey, load, onStranger])

  const show = useCallback((phone: string, text: PhoneText) => dispatch({ type: 'text', phone, text }), [])
  const read = useCallback((phone: string) => void markRead(phone).catch(() => undefined), [])
  return { ...state, isLost, show, read }
}
