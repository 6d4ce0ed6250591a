import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import classes from './AttributeEditor.module.css'
import { AttributeInput } from './AttributeInput.tsx'
import { isSameValue, type Attribute, type AttributeValue } from './attributes.ts'
import { PhoneTaken } from './PhoneTaken.tsx'
import type { AttributeRefusal } from './useAttributeEditing.ts'

export interface AttributeEditorProps {
  attribute: Attribute
  /** The saved value. */
  value: AttributeValue
  /** The value that was rejected. */
  draft?: AttributeValue
  refusal?: AttributeRefusal
  /** Saves a new value; `withKey` when a key ended the edit, so that the focus has to return. */
  onCommit: (value: AttributeValue, withKey: boolean) => void
  onCancel: () => void
  /** Saves the number again, as a shared one. */
  onShare: (value: AttributeValue) => void
}

/** Edits one field in place: Enter or blur saves, Escape cancels. */
export default function AttributeEditor(props: AttributeEditorProps) {
  const { attribute, value, refusal, onCommit, onCancel } = props
  const { t } = useLingui()
  const [draft, setDraft] = useState<AttributeValue>(props.draft === undefined ? value : props.draft)
  const [isTouched, setTouched] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isOver = useRef(false)
  const isLong = attribute.field?.type === 'longtext'

  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input, select, textarea, button')
    // The surrounding drawer handles keys first and would close on Escape.
    for (const control of box.current?.querySelectorAll('input, select, textarea') ?? [])
      control.setAttribute('data-mantine-stop-propagation', 'true')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type !== 'date') input.select()
  }, [])

  function end(withKey: boolean): void {
    if (isOver.current) return
    isOver.current = true
    if (isSameValue(draft, value) && !refusal) onCancel()
    else onCommit(draft, withKey)
  }
  function handleKeyDown(event: KeyboardEvent): void {
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
  function handleBlur(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)) return
    // Unchanged since it was rejected: the editor stays open with its error.
    if (refusal && !isTouched) return
    end(false)
  }
  return (
    // Key presses and clicks in an editor must not reach the surrounding list.
    <div
      ref={box}
      className={classes.editor}
      role="group"
      aria-label={t`Change ${attribute.label}`}
      onKeyDown={handleKeyDown}
      onBlur={handleBlur}
    >
      <AttributeInput
        attribute={attribute}
        value={draft}
        onChange={(next) => {
          setDraft(next)
          setTouched(true)
        }}
        hideLabel
        {...(refusal && !isTouched && { error: refusal.message })}
      />
      {refusal?.ownerId && !isTouched && <PhoneTaken ownerId={refusal.ownerId} onShare={() => props.onShare(draft)} />}
    </div>
  )
}

/** Whether the key belongs to an open list of options. */
function isInList(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  return target.getAttribute('aria-expanded') === 'true' || target.closest('button, a') !== null
}
