import type { KeyboardEvent } from 'react'
import { allLoaded, noSelection, rangeTo, toggledRow, type Selection } from './selection.ts'

export interface ListKeysOptions {
  /** Ids of the loaded rows in order. */
  rows: readonly string[]
  selection: Selection
  select: (selection: Selection) => void
}

function focusedRow(target: EventTarget): HTMLElement | null {
  return target instanceof HTMLElement ? target.closest('[data-conversation]') : null
}

function neighbour(list: HTMLElement, from: HTMLElement | null, step: 1 | -1): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>('[data-conversation]')]
  return from ? all[all.indexOf(from) + step] : all[0]
}

/**
 * Handles the keys of the list while a row has the focus: arrows move, with Shift they extend the selection, X toggles,
 * Ctrl A selects all, Escape clears.
 */
export function useListKeys({ rows, selection, select }: ListKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const row = focusedRow(event.target)
    const id = row?.dataset['conversation'] ?? ''
    const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
    if (!row && !isBox) return
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape' && (selection.isAll || selection.ids.size > 0)) {
      event.stopPropagation()
      return select(noSelection)
    }
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return select(allLoaded(rows))
    }
    if (!row || !isPlain) return
    if (event.key === 'x') {
      event.preventDefault()
      // The X shortcut of the screen acts on the open conversation.
      event.stopPropagation()
      return select(toggledRow(selection, id))
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = step === 0 ? undefined : neighbour(event.currentTarget, row, step)
    if (!next) return
    event.preventDefault()
    next.focus()
    const reached = next.dataset['conversation'] ?? ''
    if (event.shiftKey) select(rangeTo(selection.anchor === '' ? toggledRow(selection, id) : selection, rows, reached))
  }
}
