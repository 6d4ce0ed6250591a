import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../../shared/lib/storage.ts'

const key = 'contact-panel'

/** Manages whether the contact panel is open: stored when there is space for it, temporary otherwise. */
export function usePanel(): { isOpen: boolean; toggle: () => void; close: () => void } {
  const isRoomy = useMediaQuery('(min-width: 1360px)', true, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<unknown>(() => readStored(key))
  const isOpen = typeof chosen === 'boolean' ? chosen && isRoomy : isRoomy
  const [isOver, setOver] = useState(false)
  const toggle = useCallback(() => {
    // Without enough space the panel opens only temporarily.
    if (!isRoomy) return setOver((open) => !open)
    setChosen(!isOpen)
    writeStored(key, !isOpen)
  }, [isOpen, isRoomy])
  const close = useCallback(() => setOver(false), [])
  return { isOpen: isRoomy ? isOpen : isOver, toggle, close }
}
