import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../../shared/lib/storage.ts'

const key = 'inbox-rows-compact'

/** In px. */
const rowHeights = { usual: 64, low: 52 }

/** The compact row setting of the list, stored on this device. */
export interface CompactList {
  isOn: boolean
  /** Row height, in px. */
  height: number
  toggle: () => void
}

/** Reads and stores whether the rows of the inbox are compact; on a touch screen they keep touch size. */
export function useCompactList(isTouch: boolean): CompactList {
  const [isChosen, setChosen] = useState(() => readStored(key) === true)
  const toggle = useCallback(() => {
    writeStored(key, !isChosen)
    setChosen(!isChosen)
  }, [isChosen])
  const isOn = isChosen && !isTouch
  return { isOn, height: isOn ? rowHeights.low : rowHeights.usual, toggle }
}
