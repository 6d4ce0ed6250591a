import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../../shared/lib/storage.ts'

const key = 'contact-rows-compact'

/** Whether the member uses compact rows on this device. */
export interface CompactRows {
  isOn: boolean
  set: (isOn: boolean) => void
}

/** Reads and stores whether the rows of the contact list are compact. */
export function useCompactRows(): CompactRows {
  const [isOn, setOn] = useState(() => readStored(key) === true)
  const set = useCallback((next: boolean) => {
    writeStored(key, next)
    setOn(next)
  }, [])
  return { isOn, set }
}
