import { TextInput } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './SuggestList.module.css'
import { intoView } from './into-view.ts'

/** One option of a list that opens over a field. */
export interface Suggestion {
  key: string
  label: ReactNode
  /** The content of the option, shown next to the list on wide screens. */
  preview?: string
}

/** Handles a key while a list is open; returns true when the list used it. */
export type SuggestKeys = (event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) => boolean

export interface SuggestListProps {
  /** Names the list for screen readers. */
  label: string
  items: readonly Suggestion[]
  onPick: (key: string) => void
  onClose: () => void
  /**
   * Called with the key handler when the list opens, and with undefined when it closes; the field passes its keys to it
   * first.
   */
  onKeys: (keys: SuggestKeys | undefined) => void
  /** Called with the id of the active option, for the field's aria-activedescendant; empty when there is none. */
  onActive?: (optionId: string) => void
  /** Shown in place of the list when nothing matches. */
  empty: string
  foot?: ReactNode
  /** Shows a search box, for lists opened by a button, where no query is typed into the message. */
  search?: { value: string; onChange: (value: string) => void; label: string } | undefined
}

/**
 * A list over the field it belongs to: arrow keys move, Enter or Tab picks, Escape closes; the field keeps the focus.
 */
export function SuggestList(props: SuggestListProps) {
  const { label, items, onPick, onClose, onKeys, onActive, empty, foot, search } = props
  const id = useId()
  const [requestedIndex, setActive] = useState(0)
  const active = Math.min(requestedIndex, Math.max(0, items.length - 1))
  const current = items[active]
  const box = useRef<HTMLInputElement>(null)
  const optionId = (key: string) => `${id}-${key}`
  const activeId = current ? optionId(current.key) : ''

  useEffect(() => onActive?.(activeId), [activeId, onActive])
  useEffect(() => () => onActive?.(''), [onActive])
  useEffect(() => box.current?.focus(), [])
  const handleKey: SuggestKeys = (event) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown' && items.length > 0) setActive((active + 1) % items.length)
    else if (event.key === 'ArrowUp' && items.length > 0) setActive((active - 1 + items.length) % items.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && current) onPick(current.key)
    else return false
    event.preventDefault()
    return true
  }
  // Before the list is painted: a key that is pressed as soon as it shows belongs to it.
  useLayoutEffect(() => {
    onKeys(handleKey)
    return () => onKeys(undefined)
  })

  return (
    <div className={classes.box}>
      {search && (
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          aria-label={search.label}
          placeholder={search.label}
          value={search.value}
          onChange={(event) => search.onChange(event.currentTarget.value)}
          onKeyDown={handleKey}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={activeId || undefined}
          ref={box}
        />
      )}
      <div className={classes.middle}>
        {items.length === 0 ? (
          <p className={classes.empty} role="status">
            {empty}
          </p>
        ) : (
          <div className={classes.list} id={id} role="listbox" aria-label={label}>
            {items.map((item, at) => (
              <div
                key={item.key}
                id={optionId(item.key)}
                ref={at === active ? intoView : undefined}
                className={classes.option}
                role="option"
                aria-selected={at === active}
                tabIndex={-1}
                // A press must not take the focus from the field.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(at)}
                onClick={() => onPick(item.key)}
                onKeyDown={handleKey}
              >
                {item.label}
              </div>
            ))}
          </div>
        )}
        {current?.preview !== undefined && (
          <div className={classes.preview} dir="auto">
            {current.preview}
          </div>
        )}
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </div>
  )
}
