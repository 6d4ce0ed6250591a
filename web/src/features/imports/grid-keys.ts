/** A place in the grid: a row by its place in the list, a column by its place among those shown. */
export interface Place {
  row: number
  column: number
}

/** What a key means in the grid. */
export type KeyAct =
  | { act: 'move'; to: Place }
  | { act: 'write'; keep: boolean }
  | { act: 'commit'; to: Place }
  | { act: 'clear' }
  | { act: 'cancel' }

/** What is known of a key and of where it was pressed. */
export interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** How far the grid reaches. */
export interface Extent {
  rows: number
  columns: number
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

function within({ row, column }: Place, { rows, columns }: Extent): Place {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

/** The next place along the lines, from the end of one to the begin of another; the same at either end of the grid. */
function along(at: Place, by: 1 | -1, extent: Extent): Place {
  const flat = at.row * extent.columns + at.column + by
  if (flat < 0 || flat >= extent.rows * extent.columns) return at
  return { row: Math.floor(flat / extent.columns), column: flat % extent.columns }
}

function moved({ key, ctrlKey, metaKey }: Pressed, at: Place, extent: Extent, isRtl: boolean): Place | undefined {
  const far = ctrlKey || metaKey
  const side = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowUp':
      return { ...at, row: far ? 0 : at.row - 1 }
    case 'ArrowDown':
      return { ...at, row: far ? extent.rows - 1 : at.row + 1 }
    case 'ArrowLeft':
      return { ...at, column: at.column - side }
    case 'ArrowRight':
      return { ...at, column: at.column + side }
    case 'Home':
      return far ? { row: 0, column: 0 } : { ...at, column: 0 }
    case 'End':
      return { row: far ? extent.rows - 1 : at.row, column: extent.columns - 1 }
    case 'PageUp':
      return { ...at, row: at.row - 10 }
    case 'PageDown':
      return { ...at, row: at.row + 10 }
    default:
      return undefined
  }
}

/**
 * What a key means on a cell that is not written in: arrows move, Enter and F2 write in it, a letter writes over it, Delete empties
 * it. Undefined for keys that are not the grid's, Tab among them: it leads out of the grid.
 */
export function keyOnCell(pressed: Pressed, at: Place, extent: Extent, isRtl = false): KeyAct | undefined {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (altKey) return undefined
  const to = moved(pressed, at, extent, isRtl)
  if (to) return { act: 'move', to: within(to, extent) }
  if (key === 'Enter' || key === 'F2') return { act: 'write', keep: true }
  if (key === 'Delete' || key === 'Backspace') return { act: 'clear' }
  // One letter, of whatever script; shortcuts of the browser are left alone.
  if (Array.from(key).length === 1 && key !== ' ' && !ctrlKey && !metaKey) return { act: 'write', keep: false }
  return undefined
}

/** What a key means while a cell is written in: Enter keeps it and goes down, Tab goes on, Escape leaves it as it was. */
export function keyInCell({ key, shiftKey }: Pressed, at: Place, extent: Extent): KeyAct | undefined {
  if (key === 'Enter') return { act: 'commit', to: within({ ...at, row: at.row + (shiftKey ? -1 : 1) }, extent) }
  if (key === 'Tab') return { act: 'commit', to: along(at, shiftKey ? -1 : 1, extent) }
  return key === 'Escape' ? { act: 'cancel' } : undefined
}
