import type { KeyboardEvent } from 'react'
import { allOf, hasPicks, noPicks, picksTo, picksWith, type Picks } from './selection.ts'

export interface TableKeysOptions {
  /** Keys of the loaded rows in order. */
  rows: readonly string[]
  picks: Picks | undefined
  onPicks: ((picks: Picks) => void) | undefined
  /** Opens the editor of a cell, for F2. */
  onEditCell: ((row: string, column: string) => void) | undefined
}

const stops = '[data-open-row], [data-cell]'

function columnOf(element: HTMLElement): string {
  return element.dataset['cell'] ?? ''
}

/**
 * Returns the focusable cell of the same column in the next or previous row; the name cell when the column has none.
 */
function findNeighbor(box: HTMLElement, from: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...box.querySelectorAll<HTMLElement>('[data-open-row]')]
  const currentRow = from.closest('[data-row]')
  const at = rows.findIndex((row) => (currentRow ? currentRow.contains(row) : row === from))
  const next = rows[at + step]
  const column = columnOf(from)
  return (column && next?.closest('[data-row]')?.querySelector<HTMLElement>(`[data-cell="${column}"]`)) || next
}

function sideways(from: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const all = [...(from.closest('[data-row]')?.querySelectorAll<HTMLElement>(stops) ?? [])]
  return all[all.indexOf(from) + step]
}

function stepOf(key: string): 1 | -1 | 0 {
  if (key === 'j' || key === 'ArrowDown' || key === 'ArrowRight') return 1
  return key === 'k' || key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0
}

/**
 * Handles the keys of a table: J, K and the arrow keys move between rows and cells, with Shift they also select; X
 * selects a row, Ctrl A all rows, Escape none; F2 edits the cell.
 */
export function useTableKeys({ rows, picks, onPicks, onEditCell }: TableKeysOptions) {
  function choose(event: KeyboardEvent<HTMLElement>, row: string): boolean {
    if (!picks || !onPicks) return false
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape' && hasPicks(picks)) onPicks(noPicks)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) onPicks(allOf(rows))
    else if (event.key === 'x' && isPlain && row) onPicks(picksWith(picks, row))
    else return false
    return true
  }
  return (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    const isBox = target.matches('input[type="checkbox"]')
    if (!isBox && !target.matches(stops)) return
    const key = target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? ''
    if (choose(event, key)) return event.preventDefault()
    if (isBox) return
    if (event.key === 'F2' && columnOf(target)) return onEditCell?.(key, columnOf(target))
    const step = stepOf(event.key)
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    const isMirrored = isSideways && getComputedStyle(target).direction === 'rtl'
    const direction = isMirrored ? (step === 1 ? -1 : 1) : step
    const next = isSideways ? sideways(target, direction) : findNeighbor(event.currentTarget, target, direction)
    if (!next) return
    event.preventDefault()
    next.focus()
    const reached = next.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (event.shiftKey && !isSideways && picks && onPicks && reached)
      onPicks(picksTo(picks.anchor === '' ? picksWith(picks, key) : picks, rows, reached))
  }
}
