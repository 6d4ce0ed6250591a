import type { Import, ImportRow } from '@crewline/contract/imports'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../shared/api/from-contract.ts'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useLeaveGuard } from '../../shared/ui/useLeaveGuard.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import { useImportRowsInfiniteQuery, type RowsAsked } from './api.ts'
import classes from './Check.module.css'
import { comesIn } from './come-in.ts'
import { CountCards } from './CountCards.tsx'
import { FileChoice } from './FileChoice.tsx'
import { gridColumns, placed, rowName } from './grid-columns.ts'
import shared from './Imports.module.css'
import { NoRows, NotSaved } from './CheckNotes.tsx'
import { RowCards } from './RowCards.tsx'
import { rowsOf } from './row-fold.ts'
import { RowGrid } from './RowGrid.tsx'
import { StepHead } from './StepHead.tsx'
import { useCorrections } from './useCorrections.ts'

export interface CheckStepProps {
  one: Import
  onBack: () => void
  onNext: () => void
}

/** How many rows a list shows. */
function countOf({ rows, counts }: Import, show: RowsAsked['show']): number {
  if (!counts || show === 'all') return rows
  if (show === 'problems') return counts.invalid + counts.duplicate
  return show === 'opted_out' ? counts.optedOut : counts[show]
}

function useSaying(columns: ReturnType<typeof gridColumns>): (row: ImportRow) => string {
  const { t } = useLingui()
  return (row) => {
    const who = rowName(row, columns) || t`Row ${row.row}`
    if (row.kind === 'skipped') return t`${who} is left out.`
    const words = row.problems.map((problem) => problem.words).join(' ')
    return words ? `${who}: ${words}` : t`${who} is fine now.`
  }
}

/** Every row as it would come in: counted, filtered, and corrected in place. */
export function CheckStep({ one, onBack, onNext }: CheckStepProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const counts = one.counts ?? {
    new: 0,
    update: 0,
    unchanged: 0,
    duplicate: 0,
    invalid: 0,
    skipped: 0,
    optedOut: 0,
    landline: 0,
  }
  const [show, setShow] = useState<RowsAsked['show']>(() =>
    counts.invalid + counts.duplicate > 0 ? 'problems' : 'all',
  )
  const asked = useMemo(() => ({ id: one.id, show }), [one.id, show])
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useImportRowsInfiniteQuery(asked)
  const columns = useMemo(() => gridColumns(one.columns), [one.columns])
  const rows = useMemo(() => rowsOf(data?.pages).map((row) => placed(row, columns)), [data, columns])
  const corrections = useCorrections(asked, useSaying(columns))
  const guard = useLeaveGuard(corrections.failure !== undefined)
  const showsSkeleton = useSettledLoading(data === undefined && !isError)
  const { comes, stays, isAny } = comesIn(counts)
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  return (
    <>
      <StepHead title={t`Check rows`}>
        {stays > 0 ? (
          <Trans>Fix wrong cells here, or go on: rows with problems stay out.</Trans>
        ) : (
          <Trans>Everything is fine. Nothing is added before you say so.</Trans>
        )}
      </StepHead>
      <CountCards counts={counts} show={show} onShow={setShow} />
      <div className={classes.tools}>
        <Checkbox
          label={t`Show only rows with problems`}
          checked={show === 'problems'}
          onChange={(event) => setShow(event.currentTarget.checked ? 'problems' : 'all')}
        />
        {stays > 0 && (
          <FileChoice
            callFor={(format) => call('importProblems', { params: { id: one.id }, query: { format } })}
            name={`${one.fileName.replace(/\.[^.]+$/, '')}-problems`}
          >
            <Plural value={stays} one="Download # problem row" other="Download # problem rows" />
          </FileChoice>
        )}
      </div>
      {corrections.failure !== undefined && <NotSaved failure={corrections.failure} onRetry={corrections.retry} />}
      {showsSkeleton && <SkeletonRows count={8} />}
      {isError && data === undefined && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <NoRows show={show} onAll={() => setShow('all')} />}
      {rows.length > 0 &&
        (isPhone ? (
          <RowCards rows={rows} columns={columns} corrections={corrections} />
        ) : (
          <RowGrid
            key={show}
            rows={rows}
            columns={columns}
            corrections={corrections}
            rowCount={countOf(one, show)}
            onEnd={more}
          />
        ))}
      {hasNextPage && isPhone && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetching} onClick={more}>
            <Trans>Show more rows</Trans>
          </Button>
        </div>
      )}
      <div className={shared.foot}>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button onClick={onNext} disabled={!isAny}>
          {!isAny
            ? t`No row can come in yet`
            : comes === 0
              ? t`Go on`
              : plural(comes, { one: 'Go on with # person', other: 'Go on with # people' })}
        </Button>
      </div>
      {guard}
    </>
  )
}
