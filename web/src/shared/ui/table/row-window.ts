/** The rendered rows of a list: from `first` up to but without `last`. */
export interface RowWindow {
  first: number
  last: number
}

const step = 8

/**
 * Returns the visible rows of a box, with some above and below, in whole steps, so that a small scroll renders nothing
 * new.
 */
export function findVisibleRows(scrolled: number, boxHeight: number, rowHeight: number): RowWindow {
  const height = Math.max(1, rowHeight)
  const first = Math.floor(Math.max(0, scrolled) / height)
  const visibleCount = Math.ceil(Math.max(0, boxHeight) / height)
  return {
    first: Math.max(0, Math.floor(first / step) * step - step),
    last: Math.ceil((first + visibleCount) / step) * step + step,
  }
}
