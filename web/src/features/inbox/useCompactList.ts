import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

const key = 'inbox-rows-compact'

/** Whether the rows of the list are low, as a member likes it on this device. */
export interface CompactList {
  isOn: boolean
  toggle: () => void
}

/** Reads and keeps whether the rows of the inbox are low. */
export function useCompactList(): CompactList {
  const [isOn, setOn] = useState(() => readStored(key) === true)
  const toggle = useCallback(() => {
    writeStored(key, !isOn)
    setOn(!isOn)
  }, [isOn])
  return { isOn, toggle }
}
