import type { Contact } from '@crewline/contract/contacts'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { focusAfterRender } from '../../../shared/lib/focus-after-render.ts'
import classes from '../Contacts.module.css'
import { valueOf } from '../contact/attributes.ts'
import type { ContactColumn } from './useContactColumns.tsx'
import { useAttributeEditing } from '../contact/useAttributeEditing.ts'

const AttributeEditor = lazy(() => import('../contact/AttributeEditor.tsx'))

/** Returns the columns with an editor in the cell of `table` being edited, and the functions that open it. */
export function useCellEditing(
  columns: ContactColumn[],
  rows: readonly Contact[],
  table: RefObject<HTMLElement | null>,
) {
  const facting = useAttributeEditing()
  const { editing, setEditing } = facting
  const now = useRef({ columns, rows, save: facting.save })
  useLayoutEffect(() => {
    now.current = { columns, rows, save: facting.save }
  })

  const focusCell = useCallback(
    (contactId: string, column: string) => {
      const cell = `[data-row="${contactId}"] [data-cell="${CSS.escape(column)}"]`
      // After the editor has left its cell.
      focusAfterRender(() => table.current?.querySelector<HTMLElement>(cell))
    },
    [table],
  )
  const onEditCell = useCallback(
    (contactId: string, columnId: string) => {
      const row = now.current.rows.find(({ id }) => id === contactId)
      const column = now.current.columns.find(({ id }) => id === columnId)
      if (row && column?.attribute && column.isEditable?.(row)) setEditing({ contactId, name: column.attribute.name })
    },
    [setEditing],
  )
  const editableColumns = useMemo(
    () =>
      columns.map((column): ContactColumn => {
        const { attribute } = column
        if (!editing || !attribute || attribute.name !== editing.name) return column
        return {
          ...column,
          cell: (row) =>
            row.id === editing.contactId ? (
              <div className={classes.cellEditor} data-editor>
                <Suspense fallback={<Skeleton height={30} />}>
                  <AttributeEditor
                    attribute={attribute}
                    value={valueOf(row, attribute.name)}
                    {...(editing.draft !== undefined && { draft: editing.draft })}
                    {...(editing.refusal && { refusal: editing.refusal })}
                    onCommit={(next, withKey) => {
                      if (withKey) focusCell(row.id, column.id)
                      void now.current.save(row, attribute, next)
                    }}
                    onCancel={() => {
                      setEditing(undefined)
                      focusCell(row.id, column.id)
                    }}
                    onShare={(next) => void now.current.save(row, attribute, next, true)}
                  />
                </Suspense>
              </div>
            ) : (
              column.cell(row)
            ),
        }
      }),
    [columns, editing, setEditing, focusCell],
  )
  return { columns: editableColumns, onEditCell }
}
