import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

const key = 'inbox-rows-compact'

/** In px. */
const rowHeights = { usual: 64, low: 52 }

/** Whether the rows of the list are low, as a member likes it on this device. */
export interface CompactList {
  isOn: boolean
  /** Of a row, in px. */
  height: number
  toggle: () => void
}

/** Reads and keeps whether the rows of the inbox are low; on a touch screen they are as high as a finger needs. */
export function useCompactList(isTouch: boolean): CompactList {
  const [isChosen, setChosen] = useState(() => readStored(key) === true)
  const toggle = useCallback(() => {
    writeStored(key, !isChosen)
    setChosen(!isChosen)
  }, [isChosen])
  const isOn = isChosen && !isTouch
  return { isOn, height: isOn ? rowHeights.low : rowHeights.usual, toggle }
}
