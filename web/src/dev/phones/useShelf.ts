import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { searchHandsets } from './carrier.ts'

const usualShelf = 4

export interface Shelf {
  /** The phones to show, or null until the most recently active ones are loaded. */
  phones: string[] | null
  isChosen: boolean
  hasFailed: boolean
  add: (phone: string) => void
  remove: (phone: string) => void
  /** Adds a phone that received a message while there is room; null when there is none. */
  welcome: ((phone: string) => void) | null
  retry: () => void
}

/** Returns the phones on the page: those in the URL, else the four with the newest messages at load time. */
export function useShelf(): Shelf {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const chosen = search.get('phones')
  const [lively, setLively] = useState<string[] | null>(null)
  const [hasFailed, setFailed] = useState(false)

  const load = useCallback(() => {
    searchHandsets('', usualShelf).then(
      (handsets) => {
        setFailed(false)
        setLively(handsets.map((handset) => handset.phone))
      },
      () => setFailed(true),
    )
  }, [])
  useEffect(() => {
    if (chosen === null) load()
  }, [chosen, load])

  const phones = useMemo(() => {
    if (chosen === null) return lively
    return [...new Set(chosen.split(',').map((digits) => `+${digits.replace(/\D/g, '')}`))].filter(
      (phone) => phone.length > 1,
    )
  }, [chosen, lively])

  const choose = useCallback(
    (next: string[]) => navigate(`?phones=${next.map((phone) => phone.slice(1)).join(',')}`, { replace: true }),
    [navigate],
  )
  const add = useCallback(
    (phone: string) => void choose([phone, ...(phones ?? []).filter((listedPhone) => listedPhone !== phone)]),
    [choose, phones],
  )
  const remove = useCallback(
    (phone: string) => void choose((phones ?? []).filter((listedPhone) => listedPhone !== phone)),
    [choose, phones],
  )
  const hasSpace = chosen === null && lively !== null && lively.length < usualShelf
  const greet = useCallback(
    (phone: string) => setLively((now) => (now?.includes(phone) ? now : [...(now ?? []), phone].slice(0, usualShelf))),
    [],
  )
  return { phones, isChosen: chosen !== null, hasFailed, add, remove, welcome: hasSpace ? greet : null, retry: load }
}
