import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { searchHandsets } from './carrier.ts'

const usualShelf = 4

export interface Shelf {
  /** The phones to show, or null until the liveliest are known. */
  phones: string[] | null
  isChosen: boolean
  hasFailed: boolean
  add: (phone: string) => void
  remove: (phone: string) => void
  /** Hears of a phone that got a text while the shelf has room; null when it takes no more. */
  welcome: ((phone: string) => void) | null
  retry: () => void
}

/** The phones on the desk: those in the address, else the four with the newest texts at the time of loading. */
export function useShelf(): Shelf {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const chosen = search.get('phones')
  const [lively, setLively] = useState<string[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (chosen !== null) return
    setFailed(false)
    searchHandsets('', usualShelf).then(
      (handsets) => setLively(handsets.map((handset) => handset.phone)),
      () => setFailed(true),
    )
  }, [chosen, tries])

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
    (phone: string) => void choose([phone, ...(phones ?? []).filter((one) => one !== phone)]),
    [choose, phones],
  )
  const remove = useCallback(
    (phone: string) => void choose((phones ?? []).filter((one) => one !== phone)),
    [choose, phones],
  )
  const hasRoom = chosen === null && lively !== null && lively.length < usualShelf
  const greet = useCallback(
    (phone: string) => setLively((now) => (now?.includes(phone) ? now : [...(now ?? []), phone].slice(0, usualShelf))),
    [],
  )
  const retry = useCallback(() => setTries((now) => now + 1), [])
  return { phones, isChosen: chosen !== null, hasFailed, add, remove, welcome: hasRoom ? greet : null, retry }
}
