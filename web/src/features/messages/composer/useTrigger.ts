import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { SuggestKeys } from '../../../shared/ui/overlay/SuggestList.tsx'
import { replaceIn } from './field.ts'
import { triggerAt, type Trigger, type TriggerKind } from './trigger.ts'

/** The open suggestion list: opened by a typed character, or by a button (then without a query). */
export interface OpenList {
  kind: TriggerKind
  query: string | undefined
}

export interface Triggers {
  open: OpenList | undefined
  /** Called by the field after each key press, click and change. */
  detect: () => void
  openBy: (kind: TriggerKind) => void
  close: () => void
  /** Inserts the choice in place of the trigger, or at the caret. */
  put: (text: string) => void
  /** Passes a key to the open list; returns true when the list handled it. */
  handleKey: SuggestKeys
  /** Registers the key handler of the open list. */
  setKeys: (keys: SuggestKeys | undefined) => void
  activeId: string
  setActiveId: (id: string) => void
}

/** Detects triggers in a field and opens their suggestion lists. */
export function useTrigger(field: RefObject<HTMLTextAreaElement | null>, kinds: readonly TriggerKind[]): Triggers {
  const [typed, setTyped] = useState<Trigger>()
  const [byButton, setByButton] = useState<TriggerKind>()
  const [activeId, setActiveId] = useState('')
  const dismissedAt = useRef(-1)
  const keys = useRef<SuggestKeys>(undefined)

  const handleKey = useCallback<SuggestKeys>((event) => keys.current?.(event) ?? false, [])
  const setKeys = useCallback((next: SuggestKeys | undefined) => {
    keys.current = next
  }, [])

  const detect = useCallback(() => {
    const box = field.current
    if (!box) return
    const trigger =
      box.selectionStart === box.selectionEnd ? triggerAt(box.value, box.selectionStart, kinds) : undefined
    if (trigger?.from !== dismissedAt.current) dismissedAt.current = -1
    setTyped(trigger && trigger.from === dismissedAt.current ? undefined : trigger)
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
  // Stable while no list opens or closes: most key presses change nothing here.
  return useMemo(
    () => ({ open, detect, openBy: setByButton, close, put, handleKey, setKeys, activeId, setActiveId }),
    [open, detect, close, put, handleKey, setKeys, activeId],
  )
}
