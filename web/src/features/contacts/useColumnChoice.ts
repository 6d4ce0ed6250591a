import type { ContactView } from '@crewline/contract/roster'
import { useCallback, useMemo, useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'
import { choiceFrom, shownColumns, usualColumns, type ColumnChoice } from './columns.ts'
import type { ContactColumn } from './useContactColumns.tsx'

const wordsOfWidth = ':'

/** The columns as a saved view keeps them: each id, and its width where one was chosen. */
export function columnsInView({ shown, widths }: ColumnChoice): string[] {
  return shown.map((id) => (widths[id] ? `${id}${wordsOfWidth}${widths[id]}` : id))
}

/** Reads the columns of a saved view; undefined when it keeps none. */
export function choiceOfView(columns: readonly string[]): ColumnChoice | undefined {
  if (columns.length === 0) return undefined
  const parts = columns.map((column) => column.split(wordsOfWidth))
  return choiceFrom({
    shown: parts.map(([id]) => id),
    widths: Object.fromEntries(parts.filter(([, width]) => width).map(([id, width]) => [id, Number(width)])),
  })
}

export interface Columns {
  /** The columns to draw, the name first. */
  columns: ContactColumn[]
  /** Those besides the name, in order. */
  shown: string[]
  choice: ColumnChoice
  /** The member changed the columns of the saved view for themselves. */
  isOwn: boolean
  change: (choice: ColumnChoice) => void
  /** Goes back to the columns of the view, or to the usual ones. */
  reset: () => void
}

/** Which columns a member sees: what they chose for this view on this device, else what the view keeps, else the usual ones. */
export function useColumnChoice(all: ContactColumn[], view: ContactView | undefined): Columns {
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const key = `contact-columns/${organizationId}/${view?.id ?? 'all'}`
  const [own, setOwn] = useState(() => ({ key, choice: choiceFrom(readStored(key)) }))
  if (own.key !== key) setOwn({ key, choice: choiceFrom(readStored(key)) })
  const change = useCallback(
    (choice: ColumnChoice) => {
      writeStored(key, choice)
      setOwn({ key, choice })
    },
    [key],
  )
  const reset = useCallback(() => {
    removeStored(key)
    setOwn({ key, choice: undefined })
  }, [key])
  const chosen = useMemo(() => own.choice ?? (view && choiceOfView(view.columns)), [own.choice, view])
  return useMemo(() => {
    const usual = [...usualColumns, ...all.filter(({ fact }) => fact?.field?.showInList).map(({ id }) => id)]
    const shown = shownColumns(
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
      isOwn: own.choice !== undefined,
      change,
      reset,
    }
  }, [all, chosen, own.choice, change, reset])
}
