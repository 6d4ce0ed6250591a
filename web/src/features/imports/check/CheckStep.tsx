import { IMPORT_REPLACEMENTS_MAX } from '@crewline/contract/contact-columns'
import type { Import, ImportRow, Replacement } from '@crewline/contract/imports'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../../shared/api/from-contract.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { useImportRowsInfiniteQuery, useMatchImportMutation, type ImportRowsQuery } from '../api.ts'
import classes from './Check.module.css'
import { choicesOf } from '../match/targets.ts'
import { comesIn } from '../inserted-states.ts'
import { CountCards } from './CountCards.tsx'
import { FileChoice } from '../../../shared/ui/FileChoice.tsx'
import { gridColumns, placed, rowName } from './grid-columns.ts'
import shared from '../Imports.module.css'
import { NoRows, NotSaved } from './CheckNotes.tsx'
import { RowCards } from './RowCards.tsx'
import { rowsOf } from './row-fold.ts'
import { RowGrid } from './RowGrid.tsx'
import { StepHeader } from '../steps/StepHeader.tsx'
import { useCorrections } from './useCorrections.ts'

export interface CheckStepProps {
  contactImport: Import
  onBack: () => void
  onNext: () => void
}

function countOf({ rows, counts }: Import, show: ImportRowsQuery['show']): number {
  if (!counts || show === 'all') return rows
  if (show === 'problems') return counts.invalid + counts.duplicate
  if (show === 'no_phone') return counts.noPhone
  return show === 'opted_out' ? counts.optedOut : counts[show]
}

function useRowProblemText(columns: ReturnType<typeof gridColumns>): (row: ImportRow) => string {
  const { t } = useLingui()
  return (row) => {
    const rowLabel = rowName(row, columns) || t`Row ${row.row}`
    if (row.kind === 'skipped') return t`${rowLabel} will be skipped.`
    const problemText = row.problems.map((problem) => problem.words).join(' ')
    return problemText ? `${rowLabel}: ${problemText}` : t`${rowLabel} is fixed.`
  }
}

/** Previews every row of the import: counted, filtered, and corrected in place. */
export function CheckStep({ contactImport, onBack, onNext }: CheckStepProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const counts = contactImport.counts ?? {
    new: 0,
    update: 0,
    unchanged: 0,
    duplicate: 0,
    invalid: 0,
    skipped: 0,
    optedOut: 0,
    landline: 0,
    noPhone: 0,
  }
  const [show, setShow] = useState<ImportRowsQuery['show']>(() =>
    counts.invalid + counts.duplicate > 0 ? 'problems' : 'all',
  )
  const rowsQuery = useMemo(() => ({ id: contactImport.id, show }), [contactImport.id, show])
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useImportRowsInfiniteQuery(rowsQuery)
  const columns = useMemo(() => gridColumns(contactImport.columns), [contactImport.columns])
  const rows = useMemo(() => rowsOf(data?.pages).map((row) => placed(row, columns)), [data, columns])
  const corrections = useCorrections(rowsQuery, useRowProblemText(columns))
  const [sendMatch, { error: matchError, originalArgs, isLoading: isReplacing }] = useMatchImportMutation()
  const [isFull, setFull] = useState(false)
  const guard = useLeaveGuard(corrections.failure !== undefined)

  /** Has all rows checked again with the replacement; saved corrections are kept. */
  function replaceEverywhere(column: number, replacement: Replacement): void {
    const count = contactImport.columns.find(({ index }) => index === column)?.replacements.length ?? 0
    setFull(count >= IMPORT_REPLACEMENTS_MAX)
    if (count >= IMPORT_REPLACEMENTS_MAX) return
    const choices = choicesOf(contactImport.columns).map((choice) =>
      choice.index === column ? { ...choice, replacements: [...choice.replacements, replacement] } : choice,
    )
    void sendMatch({ id: contactImport.id, match: { columns: choices, options: contactImport.options } })
  }
  // The list of the column is sent as a whole: a second one before the first has arrived would drop it.
  const onReplace = corrections.checking.size === 0 && !isReplacing ? replaceEverywhere : undefined
  const showsSkeleton = useSettledLoading(data === undefined && !isError)
  const { comes, stays, isAny } = comesIn(counts)
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  return (
    <>
      <StepHeader title={t`Check rows`}>
        {stays > 0 ? (
          <Trans>Fix errors here, or continue. Rows with errors will be skipped.</Trans>
        ) : (
          <Trans>Everything looks good. Nothing is added until you confirm.</Trans>
        )}
      </StepHeader>
      <CountCards counts={counts} show={show} onShow={setShow} />
      <div className={classes.tools}>
        <Checkbox
          label={t`Show only rows with errors`}
          checked={show === 'problems'}
          onChange={(event) => setShow(event.currentTarget.checked ? 'problems' : 'all')}
        />
        {stays > 0 && (
          <FileChoice
            callFor={(format) => call('importProblems', { params: { id: contactImport.id }, query: { format } })}
            name={`${contactImport.fileName.replace(/\.[^.]+$/, '')}-problems`}
          >
            <Plural value={stays} one="Download # row with errors" other="Download # rows with errors" />
          </FileChoice>
        )}
      </div>
      {corrections.failure !== undefined && <NotSaved failure={corrections.failure} onRetry={corrections.retry} />}
      {matchError !== undefined && originalArgs && (
        <NotSaved failure={matchError} onRetry={() => void sendMatch(originalArgs)} />
      )}
      {isFull && (
        <p className={shared.problem} role="alert">
          <Trans>
            {IMPORT_REPLACEMENTS_MAX} values of this column are replaced already, which is the most. Remove some in
            “Match columns”, or correct the file.
          </Trans>
        </p>
      )}
      {showsSkeleton && <SkeletonRows count={8} />}
      {isError && data === undefined && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <NoRows show={show} onAll={() => setShow('all')} />}
      {rows.length > 0 &&
        (isPhone ? (
          <RowCards rows={rows} columns={columns} corrections={corrections} onReplace={onReplace} />
        ) : (
          <RowGrid
            key={show}
            rows={rows}
            columns={columns}
            corrections={corrections}
            onReplace={onReplace}
            rowCount={countOf(contactImport, show)}
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
            ? t`No rows to import yet`
            : comes === 0
              ? t`Continue`
              : plural(comes, { one: 'Continue with # person', other: 'Continue with # people' })}
        </Button>
      </div>
      {guard}
    </>
  )
}
