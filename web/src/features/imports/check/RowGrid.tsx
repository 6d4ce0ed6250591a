import type { ImportRow, Replacement } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useId, useRef, type CSSProperties } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import classes from './Check.module.css'
import type { GridColumn } from './grid-columns.ts'
import { GridRow } from './GridRow.tsx'
import { useGridKeys } from './useGridKeys.ts'
import type { Corrections } from './useCorrections.ts'

export interface RowGridProps {
  rows: readonly ImportRow[]
  columns: readonly GridColumn[]
  corrections: Corrections
  onReplace: ((column: number, replacement: Replacement) => void) | undefined
  /** Total number of rows, loaded or not; −1 when unknown. */
  rowCount: number
  /** Called when scrolling comes near the end of the loaded rows. */
  onEnd: () => void
}

const rowPx = 76
const aheadPx = 1200

/** Shows the rows in an editable grid: arrows move, Enter or typing edits, and each edit is checked at once. */
export function RowGrid({ rows, columns, corrections, onReplace, rowCount, onEnd }: RowGridProps) {
  const { t } = useLingui()
  const help = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const grid = useGridKeys({
    rows,
    columns,
    correct: corrections.correct,
    applyCorrections: corrections.applyTo,
    scroller,
    virtual,
    onEnd,
  })
  const { active, draft } = grid

  function handleScroll(offset: number): void {
    const handle = virtual.current
    if (handle && offset + handle.viewportSize > handle.scrollSize - aheadPx) onEnd()
  }
  return (
    <div className={classes.frame}>
      <VisuallyHidden id={help}>
        <Trans>Use the arrow keys to move. Press Enter or start typing to edit a cell, and Escape to cancel.</Trans>
      </VisuallyHidden>
      <div
        ref={scroller}
        className={classes.grid}
        style={{ '--columns': columns.length } as CSSProperties}
        role="grid"
        aria-label={t`Rows in your file`}
        aria-describedby={help}
        aria-rowcount={rowCount < 0 ? -1 : rowCount + 1}
        aria-colcount={columns.length + 1}
        tabIndex={-1}
        {...grid.props}
      >
        <div role="row" aria-rowindex={1} className={classes.head}>
          <div role="columnheader" className={classes.rowNumber}>
            <Trans>Row</Trans>
          </div>
          {columns.map(({ index, header }, at) => (
            <div key={index} role="columnheader" aria-colindex={at + 2} className={classes.headCell}>
              <bdi>{header}</bdi>
            </div>
          ))}
        </div>
        <Virtualizer
          ref={virtual}
          scrollRef={scroller}
          data={rows}
          itemSize={rowPx}
          startMargin={36}
          onScroll={handleScroll}
          keepMounted={active ? [active.row] : []}
        >
          {(row, at) => (
            <GridRow
              key={row.row}
              row={corrections.applyTo(row)}
              at={at}
              columns={columns}
              active={active?.row === at ? active.column : undefined}
              draft={active?.row === at ? draft : undefined}
              isChecking={corrections.checking.has(row.row)}
              onCorrect={corrections.correct}
              onReplace={onReplace}
              onGo={grid.go}
            />
          )}
        </Virtualizer>
      </div>
    </div>
  )
}
