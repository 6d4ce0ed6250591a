import type { ContactView } from '@crewline/contract/contact-lists'
import { useCallback, useMemo, useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { readStored, removeStored, writeStored } from '../../../shared/lib/storage.ts'
import { choiceFrom, selectVisibleColumns, usualColumns, type ColumnChoice } from './columns.ts'
import type { ContactColumn } from './useContactColumns.tsx'

const widthSeparator = ':'

/** Returns the columns as a saved view stores them: each id, with its width where one was set. */
export function columnsInView({ shown, widths }: ColumnChoice): string[] {
  return shown.map((id) => (widths[id] ? `${id}${widthSeparator}${widths[id]}` : id))
}

/** Parses the columns of a saved view; undefined when it stores none. */
export function choiceOfView(columns: readonly string[]): ColumnChoice | undefined {
  if (columns.length === 0) return undefined
  const parts = columns.map((column) => column.split(widthSeparator))
  return choiceFrom({
    shown: parts.map(([id]) => id),
    widths: Object.fromEntries(parts.filter(([, width]) => width).map(([id, width]) => [id, Number(width)])),
  })
}

export interface Columns {
  /** The columns to draw, the name first. */
  columns: ContactColumn[]
  /** The ids without the name, in order. */
  shown: string[]
  choice: ColumnChoice
  /** The member changed the columns of the saved view on this device. */
  isCustomized: boolean
  change: (choice: ColumnChoice) => void
  /** Restores the columns of the view, or the default ones. */
  reset: () => void
}

/**
 * Returns the visible columns: the member's choice for this view on this device, else those of the view, else the
 * default ones.
 */
export function useColumnChoice(all: ContactColumn[], view: ContactView | undefined): Columns {
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const key = `contact-columns/${organizationId}/${view?.id ?? 'all'}`
  const [stored, setStored] = useState(() => ({ key, choice: choiceFrom(readStored(key)) }))
  if (stored.key !== key) setStored({ key, choice: choiceFrom(readStored(key)) })
  const change = useCallback(
    (choice: ColumnChoice) => {
      writeStored(key, choice)
      setStored({ key, choice })
    },
    [key],
  )
  const reset = useCallback(() => {
    removeStored(key)
    setStored({ key, choice: undefined })
  }, [key])
  const chosen = useMemo(() => stored.choice ?? (view && choiceOfView(view.columns)), [stored.choice, view])
  return useMemo(() => {
    const usual = [...usualColumns, ...all.filter(({ attribute }) => attribute?.field?.showInList).map(({ id }) => id)]
    const shown = selectVisibleColumns(
      chosen,
      all.map(({ id }) => id),
      usual,
    )
    const widths = chosen?.widths ?? {}
    const byId = new Map(all.map((column) => [column.id, column]))
    return {
      columns: ['name', ...shown].flatMap((id) => {
        const column = byId.get(id)
        return column ? [widths[id] ? { ...column, width: widths[id] } : column] : []
      }),
      shown,
      choice: { shown, widths },
      isCustomized: stored.choice !== undefined,
      change,
      reset,
    }
  }, [all, chosen, stored.choice, change, reset])
}
