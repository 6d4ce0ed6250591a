/** The rows of a list that are drawn: from `first` up to but without `last`. */
export interface RowWindow {
  first: number
  last: number
}

const step = 8

/** The rows a box shows, with some above and below; whole steps, so that a small scroll draws nothing anew. */
export function rowsInSight(scrolled: number, boxHeight: number, rowHeight: number): RowWindow {
  const height = Math.max(1, rowHeight)
  const first = Math.floor(Math.max(0, scrolled) / height)
  const shown = Math.ceil(Math.max(0, boxHeight) / height)
  return {
    first: Math.max(0, Math.floor(first / step) * step - step),
    last: Math.ceil((first + shown) / step) * step + step,
  }
}
