import type { ImportRow } from '@crewline/contract/imports'
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
  /** How many rows there are in all, loaded or not; −1 when nobody knows. */
  rowCount: number
  /** Asked when the end of what is loaded comes near. */
  onEnd: () => void
}

const rowPx = 76
const aheadPx = 1200

/** The rows as a grid to correct in: arrows move, Enter or typing writes, and what is written is checked at once. */
export function RowGrid({ rows, columns, corrections, rowCount, onEnd }: RowGridProps) {
  const { t } = useLingui()
  const help = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const grid = useGridKeys({
    rows,
    columns,
    correct: corrections.correct,
    shown: corrections.shown,
    scroller,
    virtual,
    onEnd,
  })
  const { active, draft } = grid

  function hearScroll(offset: number): void {
    const handle = virtual.current
    if (handle && offset + handle.viewportSize > handle.scrollSize - aheadPx) onEnd()
  }
  return (
    <div className={classes.frame}>
      <VisuallyHidden id={help}>
        <Trans>Move with the arrow keys. Enter or typing changes a cell, Escape leaves it as it was.</Trans>
      </VisuallyHidden>
      <div
        ref={scroller}
        className={classes.grid}
        style={{ '--columns': columns.length } as CSSProperties}
        role="grid"
        aria-label={t`Rows of your file`}
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
          onScroll={hearScroll}
          keepMounted={active ? [active.row] : []}
        >
          {(row, at) => (
            <GridRow
              key={row.row}
              row={corrections.shown(row)}
              at={at}
              columns={columns}
              active={active?.row === at ? active.column : undefined}
              draft={active?.row === at ? draft : undefined}
              isChecking={corrections.checking.has(row.row)}
              onCorrect={corrections.correct}
            />
          )}
        </Virtualizer>
      </div>
    </div>
  )
}
