/** How a member wants the columns of the list: which ones in which order, and how wide, in px. */
export interface ColumnChoice {
  shown: string[]
  widths: Record<string, number>
}

/** The column of names; it is always first. */
export const NAME_COLUMN = 'name'

/** The columns that are shown until somebody chooses. */
export const usualColumns = ['mobile', 'status', 'groups', 'location', 'language', 'last']

/** The narrowest and the widest a column gets, in px. */
export const COLUMN_WIDTH = { min: 80, max: 480, step: 40 }

/** The columns to show, in order and without the name: those chosen that exist, else the usual ones. */
export function shownColumns(
  choice: Pick<ColumnChoice, 'shown'> | undefined,
  available: readonly string[],
  usual: readonly string[],
): string[] {
  const there = new Set(available)
  return [...new Set(choice ? choice.shown : usual)].filter((id) => there.has(id) && id !== NAME_COLUMN)
}

/** The columns with one moved by a step; at the ends they stay as they are. */
export function movedColumn(shown: readonly string[], id: string, step: 1 | -1): string[] {
  const at = shown.indexOf(id)
  const to = at + step
  if (at === -1 || to < 0 || to >= shown.length) return [...shown]
  const next = [...shown]
  next.splice(at, 1)
  next.splice(to, 0, id)
  return next
}

/** The columns with one shown at the end, or taken away. */
export function toggledColumn(shown: readonly string[], id: string): string[] {
  return shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
}

/** A width within what a column may have. */
export function widthWithin(width: number): number {
  return Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, Math.round(width)))
}

/** Reads a stored choice; anything that is none is left out. */
export function choiceFrom(stored: unknown): ColumnChoice | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { shown, widths } = stored as Partial<Record<keyof ColumnChoice, unknown>>
  if (!Array.isArray(shown)) return undefined
  return {
    shown: shown.filter((id): id is string => typeof id === 'string'),
    widths: Object.fromEntries(
      Object.entries(typeof widths === 'object' && widths !== null ? widths : {})
        .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
        .map(([id, width]) => [id, widthWithin(width)]),
    ),
  }
}

const exportNames: Record<string, readonly string[]> = {
  name: ['firstname', 'lastname'],
  mobile: ['phone'],
  status: ['reach'],
}

// What only the page knows, such as when the last message went.
const onPageOnly = new Set(['last'])

/** The columns of an export that stand for columns of the list, the name included. */
export function exportColumns(shown: readonly string[]): string[] {
  return [NAME_COLUMN, ...shown].filter((id) => !onPageOnly.has(id)).flatMap((id) => exportNames[id] ?? [id])
}
