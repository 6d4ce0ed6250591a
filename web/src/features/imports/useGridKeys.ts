import type { ImportRow } from '@crewline/contract/imports'
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Correction } from './api.ts'
import type { GridColumn } from './grid-columns.ts'
import { keyInCell, keyOnCell, type KeyAct, type Place } from './grid-keys.ts'

export interface GridAsked {
  rows: readonly ImportRow[]
  columns: readonly GridColumn[]
  correct: (edit: Correction) => void
  /** A row with what was written into it and is not checked yet. */
  shown: (row: ImportRow) => ImportRow
  scroller: RefObject<HTMLDivElement | null>
  virtual: RefObject<VirtualizerHandle | null>
  onEnd: () => void
}

const loadAheadRows = 5

function placeOf(target: EventTarget | null): Place | undefined {
  const name = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  if (name === undefined) return undefined
  const [row = 0, column = 0] = name.split(':').map(Number)
  return { row, column }
}

const isInput = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement

/** The active cell of the grid, what is written into it, and what keys and clicks do to both. */
export function useGridKeys({ rows, columns, correct, shown, scroller, virtual, onEnd }: GridAsked) {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [draft, setDraft] = useState<string>()
  // The focus follows the active cell only where a key moved it, never when the list changes beneath it.
  const [steps, setSteps] = useState(0)
  // An input that goes loses the focus as well: only one that somebody writes in keeps its value then.
  const isWriting = useRef(false)
  const extent = { rows: rows.length, columns: columns.length }
  const at = rows.length > active.row ? active : { row: 0, column: 0 }

  useEffect(() => {
    if (steps === 0) return
    const cell = () => scroller.current?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`)
    if (!cell()) virtual.current?.scrollToIndex(at.row, { align: 'nearest' })
    cell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // A row that was out of sight is there after the next paint.
    const frame = requestAnimationFrame(() => cell()?.focus())
    if (at.row >= rows.length - loadAheadRows) onEnd()
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [steps])

  function go(to: Place): void {
    setDraft(undefined)
    setActive(to)
    setSteps((count) => count + 1)
  }
  function valueAt({ row, column }: Place): string {
    const known = rows[row]
    return (known && shown(known).values[columns[column]?.index ?? -1]) ?? ''
  }
  function keep(place: Place, text: string): void {
    const row = rows[place.row]
    const column = columns[place.column]
    if (row && column && text !== valueAt(place)) correct({ row: row.row, values: { [column.index]: text } })
  }
  function write(text: string): void {
    isWriting.current = true
    setDraft(text)
  }
  function follow(key: KeyAct, event: KeyboardEvent<HTMLElement>): void {
    // The letter itself is the beginning of what is written.
    if (key.act === 'write') return write(key.keep ? valueAt(at) : event.key)
    if (key.act === 'clear') return keep(at, '')
    isWriting.current = false
    if (key.act === 'commit' && isInput(event.target)) keep(at, event.target.value)
    go(key.act === 'cancel' ? at : key.to)
  }

  function hearKey(event: KeyboardEvent<HTMLElement>): void {
    const place = placeOf(event.target)
    if (!place || event.nativeEvent.isComposing) return
    const isRtl = document.documentElement.dir === 'rtl'
    const key = isInput(event.target) ? keyInCell(event, place, extent) : keyOnCell(event, place, extent, isRtl)
    if (!key) return
    event.preventDefault()
    event.stopPropagation()
    follow(key, event)
  }
  function hearFocus(event: FocusEvent<HTMLElement>): void {
    const place = placeOf(event.target)
    if (!place || isInput(event.target) || (place.row === active.row && place.column === active.column)) return
    setActive(place)
    setDraft(undefined)
  }
  function hearBlur(event: FocusEvent<HTMLElement>): void {
    const place = placeOf(event.target)
    if (!place || !isInput(event.target) || !isWriting.current) return
    isWriting.current = false
    keep(place, event.target.value)
    setDraft(undefined)
  }
  function hearClick(event: MouseEvent<HTMLElement>): void {
    const place = placeOf(event.target)
    if (!place || isInput(event.target)) return
    // What is wrong opens with one click, everything else with two.
    const isWrong = (event.target as HTMLElement).closest('[data-wrong]') !== null
    if (event.type === 'click' && !isWrong) return
    setActive(place)
    write(valueAt(place))
  }
  return {
    active: at,
    draft,
    props: { onKeyDown: hearKey, onFocus: hearFocus, onBlur: hearBlur, onClick: hearClick, onDoubleClick: hearClick },
  }
}
