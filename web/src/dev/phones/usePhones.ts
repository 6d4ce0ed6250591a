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
  /** True when nothing has been heard of the carrier for 3 seconds. */
  isLost: boolean
  show: (phone: string, text: PhoneText) => void
  read: (phone: string) => void
}

/** Keeps the phones on the shelf in step with the carrier; `onStranger` hears of a text to a phone not on the shelf. */
export function usePhones(shelf: string[] | null, onStranger: ((phone: string) => void) | null): Phones {
  const [state, dispatch] = useReducer(change, noPhones)
  const [isLost, setLost] = useState(false)
  const watched = shelf && !onStranger ? shelf.join(',') : null
  const shown = shelf?.join(',') ?? ''

  const load = useCallback((phone: string) => {
    readHandset(phone).then(
      (answer) => dispatch({ type: 'loaded', phone, ...answer }),
      // The address may name a phone that nobody has texted yet; its first text brings it into being.
      () => dispatch({ type: 'loaded', phone, handset: blankHandset(phone), texts: [] }),
    )
  }, [])

  useEffect(() => {
    for (const phone of shown.split(',').filter(Boolean)) load(phone)
  }, [shown, load])

  useEffect(() => {
    const events = openEvents(watched === null ? null : watched.split(','))
    let losing: ReturnType<typeof setTimeout> | undefined
    let wasOpen = false
    events.onopen = () => {
      clearTimeout(losing)
      losing = undefined
      setLost(false)
      // What happened while the stream was away is in the handsets themselves.
      if (wasOpen) for (const phone of shown.split(',').filter(Boolean)) load(phone)
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
      if (event.type === 'text' && onStranger && !shown.includes(event.phone)) onStranger(event.phone)
    }
    return () => {
      clearTimeout(losing)
      events.close()
    }
  }, [watched, shown, load, onStranger])

  const show = useCallback((phone: string, text: PhoneText) => dispatch({ type: 'text', phone, text }), [])
  const read = useCallback((phone: string) => void markRead(phone).catch(() => undefined), [])
  return { ...state, isLost, show, read }
}
