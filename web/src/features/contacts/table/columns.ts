/** A member's columns of the list: which ones, in which order, and how wide, in px. */
export interface ColumnChoice {
  shown: string[]
  widths: Record<string, number>
}

/** The name column; it is always first. */
export const NAME_COLUMN = 'name'

/** The default columns. */
export const usualColumns = ['mobile', 'status', 'groups', 'location', 'language', 'last']

/** The minimum and maximum width of a column and the resize step, in px. */
export const COLUMN_WIDTH = { min: 80, max: 480, step: 40 }

/** Returns the columns to show, in order and without the name: the chosen ones that exist, else the default ones. */
export function selectVisibleColumns(
  choice: Pick<ColumnChoice, 'shown'> | undefined,
  available: readonly string[],
  usual: readonly string[],
): string[] {
  const there = new Set(available)
  return [...new Set(choice ? choice.shown : usual)].filter((id) => there.has(id) && id !== NAME_COLUMN)
}

/** Moves a column by one position; at the ends the order stays the same. */
export function movedColumn(shown: readonly string[], id: string, step: 1 | -1): string[] {
  const at = shown.indexOf(id)
  const to = at + step
  if (at === -1 || to < 0 || to >= shown.length) return [...shown]
  const next = [...shown]
  next.splice(at, 1)
  next.splice(to, 0, id)
  return next
}

/** Shows a column at the end, or hides it. */
export function toggledColumn(shown: readonly string[], id: string): string[] {
  return shown.includes(id) ? shown.filter((shownId) => shownId !== id) : [...shown, id]
}

/** Clamps a width to the allowed range. */
export function clampWidth(width: number): number {
  return Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, Math.round(width)))
}

/** Parses a stored choice; returns undefined when it is invalid. */
export function choiceFrom(stored: unknown): ColumnChoice | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { shown, widths } = stored as Partial<Record<keyof ColumnChoice, unknown>>
  if (!Array.isArray(shown)) return undefined
  return {
    shown: shown.filter((id): id is string => typeof id === 'string'),
    widths: Object.fromEntries(
      Object.entries(typeof widths === 'object' && widths !== null ? widths : {})
        .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
        .map(([id, width]) => [id, clampWidth(width)]),
    ),
  }
}

const exportNames: Record<string, readonly string[]> = {
  name: ['firstname', 'lastname'],
  mobile: ['phone'],
  status: ['reach'],
}

// Columns without a counterpart in the export, such as the time of the last message.
const onPageOnly = new Set(['last'])

/** Returns the export columns for columns of the list, the name included. */
export function exportColumns(shown: readonly string[]): string[] {
  return [NAME_COLUMN, ...shown].filter((id) => !onPageOnly.has(id)).flatMap((id) => exportNames[id] ?? [id])
}
