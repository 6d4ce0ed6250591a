import type { ThreadRow } from '../../messages/index.ts'

export interface FloatingDayOptions {
  rows: readonly ThreadRow[]
  /** The index of the row at the top edge. */
  top: number
  /** Returns the calendar day of an instant in the zone of the reader. */
  dayOf: (at: string) => string
  /** Whether any part of a row at or below the top edge is in view. */
  isInView: (index: number) => boolean
}

function momentOf(row: ThreadRow | undefined): string | undefined {
  if (row?.kind === 'day') return row.at
  return row?.kind === 'bubble' ? row.bubble.at : undefined
}

/**
 * Returns an instant of the day whose messages are at the top edge; undefined while the line of that day is in view,
 * which already says it.
 */
export function floatingDay({ rows, top, dayOf, isInView }: FloatingDayOptions): string | undefined {
  const moment = momentOf(rows[top]) ?? momentOf(rows[top + 1])
  if (moment === undefined) return undefined
  const line = rows.findLastIndex(
    (row, index) => index <= top + 1 && row.kind === 'day' && dayOf(row.at) === dayOf(moment),
  )
  return line !== -1 && isInView(line) ? undefined : moment
}
