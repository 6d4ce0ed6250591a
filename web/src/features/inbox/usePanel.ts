import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

const key = 'contact-panel'

/** Whether the contact stands beside the thread: remembered where there is room, opened for now where there is none. */
export function usePanel(): { isOpen: boolean; toggle: () => void; close: () => void } {
  const isRoomy = useMediaQuery('(min-width: 1360px)', true, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<unknown>(() => readStored(key))
  const isOpen = typeof chosen === 'boolean' ? chosen && isRoomy : isRoomy
  const [isOver, setOver] = useState(false)
  const toggle = useCallback(() => {
    // Where there is no room the panel opens for now only.
    if (!isRoomy) return setOver((open) => !open)
    setChosen(!isOpen)
    writeStored(key, !isOpen)
  }, [isOpen, isRoomy])
  const close = useCallback(() => setOver(false), [])
  return { isOpen: isRoomy ? isOpen : isOver, toggle, close }
}
