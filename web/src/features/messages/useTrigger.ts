import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { SuggestKeys } from '../../shared/ui/SuggestList.tsx'
import { replaceIn } from './field.ts'
import { triggerAt, type Trigger, type TriggerKind } from './trigger.ts'

/** The list that is open over the field: by a character that was typed, or by a button (then without a query). */
export interface OpenList {
  kind: TriggerKind
  query: string | undefined
}

export interface Triggers {
  open: OpenList | undefined
  /** The field calls this after each key, click and change. */
  look: () => void
  openBy: (kind: TriggerKind) => void
  close: () => void
  /** Puts the choice where the trigger stands, or at the caret. */
  put: (text: string) => void
  /** Gives a key to the open list first; true when the list took it. */
  hearKey: SuggestKeys
  /** The open list says what keys do. */
  setKeys: (keys: SuggestKeys | undefined) => void
  activeId: string
  setActiveId: (id: string) => void
}

/** Follows what is typed in a field and opens lists over it. */
export function useTrigger(field: RefObject<HTMLTextAreaElement | null>, kinds: readonly TriggerKind[]): Triggers {
  const [typed, setTyped] = useState<Trigger>()
  const [byButton, setByButton] = useState<TriggerKind>()
  const [activeId, setActiveId] = useState('')
  const dismissedAt = useRef(-1)
  const keys = useRef<SuggestKeys>(undefined)

  const hearKey = useCallback<SuggestKeys>((event) => keys.current?.(event) ?? false, [])
  const setKeys = useCallback((next: SuggestKeys | undefined) => {
    keys.current = next
  }, [])

  const look = useCallback(() => {
    const box = field.current
    if (!box) return
    const found = box.selectionStart === box.selectionEnd ? triggerAt(box.value, box.selectionStart, kinds) : undefined
    if (found?.from !== dismissedAt.current) dismissedAt.current = -1
    setTyped(found && found.from === dismissedAt.current ? undefined : found)
    if (document.activeElement === box) setByButton(undefined)
  }, [field, kinds])
  const close = useCallback(() => {
    dismissedAt.current = typed?.from ?? -1
    setTyped(undefined)
    setByButton((kind) => {
      if (kind) field.current?.focus()
      return undefined
    })
  }, [typed, field])
  const put = useCallback(
    (text: string) => {
      const box = field.current
      if (!box) return
      setByButton(undefined)
      replaceIn(box, text, typed ? { from: typed.from, to: box.selectionStart } : undefined)
      setTyped(undefined)
    },
    [field, typed],
  )
  const open = useMemo<OpenList | undefined>(
    () => (byButton ? { kind: byButton, query: undefined } : typed && { kind: typed.kind, query: typed.query }),
    [byButton, typed],
  )
  // The same while no list opens or closes: most keys change nothing here.
  return useMemo(
    () => ({ open, look, openBy: setByButton, close, put, hearKey, setKeys, activeId, setActiveId }),
    [open, look, close, put, hearKey, setKeys, activeId],
  )
}
