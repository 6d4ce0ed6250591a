import type { ImportRow } from '@crewline/contract/imports'
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Correction } from '../api.ts'
import type { GridColumn } from './grid-columns.ts'
import { keyInCell, keyOnCell, type KeyAction, type CellPosition } from './grid-keys.ts'

export interface GridKeysOptions {
  rows: readonly ImportRow[]
  columns: readonly GridColumn[]
  correct: (edit: Correction) => void
  /** Returns a row with its corrections that are not checked yet. */
  applyCorrections: (row: ImportRow) => ImportRow
  scroller: RefObject<HTMLDivElement | null>
  virtual: RefObject<VirtualizerHandle | null>
  onEnd: () => void
}

const loadAheadRows = 5

function cellPositionOf(target: EventTarget | null): CellPosition | undefined {
  const name = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  if (name === undefined) return undefined
  const [row = 0, column = 0] = name.split(':').map(Number)
  return { row, column }
}

const isInput = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement

/** Manages the active cell of the grid and its draft, and handles keys and clicks. */
export function useGridKeys({ rows, columns, correct, applyCorrections, scroller, virtual, onEnd }: GridKeysOptions) {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const [draft, setDraft] = useState<string>()
  // The focus follows the active cell only after a key press, never when the list changes.
  const [steps, setSteps] = useState(0)
  // Removing an input also fires blur: only an input that is being edited may then save its value.
  const isWriting = useRef(false)
  const extent = { rows: rows.length, columns: columns.length }
  const at = rows.length > active.row ? active : { row: 0, column: 0 }

  useEffect(() => {
    if (steps === 0) return
    const cell = () => scroller.current?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`)
    if (!cell()) virtual.current?.scrollToIndex(at.row, { align: 'nearest' })
    cell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // At once where possible, so that the next key reaches the cell.
    cell()?.focus()
    if (at.row >= rows.length - loadAheadRows) onEnd()
    if (cell()) return
    // A row that was out of view is rendered after the next paint.
    const frame = requestAnimationFrame(() => cell()?.focus())
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [steps])

  // Stable, because every row gets it.
  const go = useCallback((to: CellPosition): void => {
    setDraft(undefined)
    setActive(to)
    setSteps((count) => count + 1)
  }, [])
  function valueAt({ row, column }: CellPosition): string {
    const savedRow = rows[row]
    return (savedRow && applyCorrections(savedRow).values[columns[column]?.index ?? -1]) ?? ''
  }
  function keep(position: CellPosition, text: string): void {
    const row = rows[position.row]
    const column = columns[position.column]
    if (row && column && text !== valueAt(position)) correct({ row: row.row, values: { [column.index]: text } })
  }
  function write(text: string): void {
    isWriting.current = true
    setDraft(text)
  }
  function follow(key: KeyAction, event: KeyboardEvent<HTMLElement>): void {
    // The typed letter becomes the start of the value.
    if (key.action === 'write') return write(key.keep ? valueAt(at) : event.key)
    if (key.action === 'clear') return keep(at, '')
    isWriting.current = false
    if (key.action === 'commit' && isInput(event.target)) keep(at, event.target.value)
    go(key.action === 'cancel' ? at : key.to)
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const position = cellPositionOf(event.target)
    if (!position || event.nativeEvent.isComposing) return
    const isRtl = document.documentElement.dir === 'rtl'
    const key = isInput(event.target) ? keyInCell(event, position, extent) : keyOnCell(event, position, extent, isRtl)
    if (!key) return
    event.preventDefault()
    event.stopPropagation()
    follow(key, event)
  }
  function handleFocus(event: FocusEvent<HTMLElement>): void {
    const position = cellPositionOf(event.target)
    if (!position || isInput(event.target) || (position.row === active.row && position.column === active.column)) return
    setActive(position)
    setDraft(undefined)
  }
  function handleBlur(event: FocusEvent<HTMLElement>): void {
    const position = cellPositionOf(event.target)
    if (!position || !isInput(event.target) || !isWriting.current) return
    isWriting.current = false
    keep(position, event.target.value)
    setDraft(undefined)
  }
  function handleClick(event: MouseEvent<HTMLElement>): void {
    const position = cellPositionOf(event.target)
    if (!position || isInput(event.target)) return
    // A cell with a problem opens on one click, any other on a double click.
    const hasProblem = (event.target as HTMLElement).closest('[data-wrong]') !== null
    if (event.type === 'click' && !hasProblem) return
    setActive(position)
    write(valueAt(position))
  }
  return {
    active: at,
    draft,
    /** Moves to a cell: scrolls it into view and focuses it. */
    go,
    props: {
      onKeyDown: handleKey,
      onFocus: handleFocus,
      onBlur: handleBlur,
      onClick: handleClick,
      onDoubleClick: handleClick,
    },
  }
}
