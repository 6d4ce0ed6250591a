/** A cell by its row and column index among those shown. */
export interface CellPosition {
  row: number
  column: number
}

/** The action of a key in the grid. */
export type KeyAction =
  | { action: 'move'; to: CellPosition }
  | { action: 'write'; keep: boolean }
  | { action: 'commit'; to: CellPosition }
  | { action: 'clear' }
  | { action: 'cancel' }

/** The pressed key with its modifiers. */
export interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The size of the grid. */
export interface Extent {
  rows: number
  columns: number
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

function clampToGrid({ row, column }: CellPosition, { rows, columns }: Extent): CellPosition {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

/** Returns the next cell in reading order, wrapping to the adjacent row; the same cell at either end of the grid. */
function along(at: CellPosition, by: 1 | -1, extent: Extent): CellPosition {
  const flat = at.row * extent.columns + at.column + by
  if (flat < 0 || flat >= extent.rows * extent.columns) return at
  return { row: Math.floor(flat / extent.columns), column: flat % extent.columns }
}

function moved(
  { key, ctrlKey, metaKey }: Pressed,
  at: CellPosition,
  extent: Extent,
  isRtl: boolean,
): CellPosition | undefined {
  const isToEdge = ctrlKey || metaKey
  const side = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowUp':
      return { ...at, row: isToEdge ? 0 : at.row - 1 }
    case 'ArrowDown':
      return { ...at, row: isToEdge ? extent.rows - 1 : at.row + 1 }
    case 'ArrowLeft':
      return { ...at, column: at.column - side }
    case 'ArrowRight':
      return { ...at, column: at.column + side }
    case 'Home':
      return isToEdge ? { row: 0, column: 0 } : { ...at, column: 0 }
    case 'End':
      return { row: isToEdge ? extent.rows - 1 : at.row, column: extent.columns - 1 }
    case 'PageUp':
      return { ...at, row: at.row - 10 }
    case 'PageDown':
      return { ...at, row: at.row + 10 }
    default:
      return undefined
  }
}

/**
 * Maps a key to an action on a cell that is not being edited: arrows move, Enter and F2 edit, a letter replaces the
 * value, Delete empties it. Returns undefined for other keys, including Tab, which leaves the grid.
 */
export function keyOnCell(pressed: Pressed, at: CellPosition, extent: Extent, isRtl = false): KeyAction | undefined {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (altKey) return undefined
  const to = moved(pressed, at, extent, isRtl)
  if (to) return { action: 'move', to: clampToGrid(to, extent) }
  if (key === 'Enter' || key === 'F2') return { action: 'write', keep: true }
  if (key === 'Delete' || key === 'Backspace') return { action: 'clear' }
  // One character of any script; browser shortcuts are ignored.
  if (Array.from(key).length === 1 && key !== ' ' && !ctrlKey && !metaKey) return { action: 'write', keep: false }
  return undefined
}

/**
 * Maps a key to an action while a cell is being edited: Enter saves and moves down, Tab moves on, Escape restores the
 * value.
 */
export function keyInCell({ key, shiftKey }: Pressed, at: CellPosition, extent: Extent): KeyAction | undefined {
  if (key === 'Enter')
    return { action: 'commit', to: clampToGrid({ ...at, row: at.row + (shiftKey ? -1 : 1) }, extent) }
  if (key === 'Tab') return { action: 'commit', to: along(at, shiftKey ? -1 : 1, extent) }
  return key === 'Escape' ? { action: 'cancel' } : undefined
}
