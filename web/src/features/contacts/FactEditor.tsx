import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import classes from './Facts.module.css'
import { FactInput } from './FactInput.tsx'
import { isSameValue, type Fact, type FactValue } from './facts.ts'
import { PhoneTaken } from './PhoneTaken.tsx'
import type { FactRefusal } from './useFactEditing.ts'

export interface FactEditorProps {
  fact: Fact
  /** What the record says. */
  value: FactValue
  /** What was written before it was refused. */
  draft?: FactValue
  refusal?: FactRefusal
  /** Saves another value; `withKey` when the keyboard ended it, so that the focus is due back. */
  onCommit: (value: FactValue, withKey: boolean) => void
  onCancel: () => void
  /** Saves the number once more, as one that is shared. */
  onShare: (value: FactValue) => void
}

/** Writes one fact in its place: Enter or leaving it saves, Escape leaves it as it was. */
export default function FactEditor(props: FactEditorProps) {
  const { fact, value, refusal, onCommit, onCancel } = props
  const { t } = useLingui()
  const [draft, setDraft] = useState<FactValue>(props.draft === undefined ? value : props.draft)
  const [isTouched, setTouched] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isOver = useRef(false)
  const isLong = fact.field?.type === 'longtext'

  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input, select, textarea, button')
    // The drawer around it listens first and would close with Escape.
    for (const one of box.current?.querySelectorAll('input, select, textarea') ?? [])
      one.setAttribute('data-mantine-stop-propagation', 'true')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type !== 'date') input.select()
  }, [])

  function end(withKey: boolean): void {
    if (isOver.current) return
    isOver.current = true
    if (isSameValue(draft, value) && !refusal) onCancel()
    else onCommit(draft, withKey)
  }
  function hearKey(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      isOver.current = true
      onCancel()
    }
    if (event.key === 'Enter' && !(isLong && !event.ctrlKey && !event.metaKey) && !isInList(event)) {
      event.preventDefault()
      end(true)
    }
  }
  function hearBlur(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)) return
    // Nothing new was written since it was refused: it stays, with its words.
    if (refusal && !isTouched) return
    end(false)
  }
  return (
    // The keys and clicks of an editor are not those of the list around it.
    <div
      ref={box}
      className={classes.editor}
      role="group"
      aria-label={t`Change ${fact.label}`}
      onKeyDown={hearKey}
      onBlur={hearBlur}
    >
      <FactInput
        fact={fact}
        value={draft}
        onChange={(next) => {
          setDraft(next)
          setTouched(true)
        }}
        hideLabel
        {...(refusal && !isTouched && { error: refusal.words })}
      />
      {refusal?.ownerId && !isTouched && <PhoneTaken ownerId={refusal.ownerId} onShare={() => props.onShare(draft)} />}
    </div>
  )
}

/** Whether the key belongs to an open list of choices. */
function isInList(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  return target.getAttribute('aria-expanded') === 'true' || target.closest('button, a') !== null
}
