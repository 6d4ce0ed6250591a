import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

const key = 'contact-rows-compact'

/** Whether rows are low, as a member likes it on this device. */
export interface CompactRows {
  isOn: boolean
  set: (isOn: boolean) => void
}

/** Reads and keeps whether the rows of the contact list are low. */
export function useCompactRows(): CompactRows {
  const [isOn, setOn] = useState(() => readStored(key) === true)
  const set = useCallback((next: boolean) => {
    writeStored(key, next)
    setOn(next)
  }, [])
  return { isOn, set }
}
