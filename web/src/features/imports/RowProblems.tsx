import type { ImportRow } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconAlertCircle, IconBan, IconCircleMinus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Correction } from './api.ts'
import classes from './Check.module.css'
import { mayShare, type GridColumn } from './grid-columns.ts'

export interface RowProblemsProps {
  row: ImportRow
  columns: readonly GridColumn[]
  onCorrect: (edit: Correction) => void
  /** −1 where Tab leads past this row. */
  tabIndex?: 0 | -1
  /** Columns whose words stand at their field already. */
  saidElsewhere?: ReadonlySet<number>
}

/** The id of the words of a row's problem, for the cells that point at it. */
export function problemId(row: number, at: number): string {
  return `row-${row}-problem-${at}`
}

function Ways({ row, columns, onCorrect, tabIndex = 0 }: RowProblemsProps) {
  const number = row.row
  const twin = row.problems.find(({ otherRow }) => otherRow !== null)?.otherRow
  const look = { variant: 'default', size: 'compact-sm', tabIndex } as const
  if (row.kind === 'skipped')
    return (
      <Button {...look} onClick={() => onCorrect({ row: number, skip: false })}>
        <Trans>Take in again</Trans>
      </Button>
    )
  return (
    <>
      {twin !== undefined && twin !== null && (
        <>
          <Button {...look} onClick={() => onCorrect({ row: number, keep: true })}>
            <Trans>Keep this</Trans>
          </Button>
          <Button {...look} onClick={() => onCorrect({ row: twin, keep: true })}>
            <Trans>Keep row {twin}</Trans>
          </Button>
        </>
      )}
      {row.problems.some((problem) => mayShare(problem, columns)) && (
        <Button {...look} onClick={() => onCorrect({ row: number, sharesPhone: true })}>
          <Trans>They share it</Trans>
        </Button>
      )}
      {row.problems.length > 0 && (
        <Button {...look} variant="subtle" color="gray" onClick={() => onCorrect({ row: number, skip: true })}>
          <Trans>Leave out</Trans>
        </Button>
      )}
    </>
  )
}

/** What is wrong with a row in words, with the ways to put it right; nothing when it is fine. */
export function RowProblems(props: RowProblemsProps) {
  const { t } = useLingui()
  const { row, columns, tabIndex = 0, saidElsewhere } = props
  const isOut = row.kind === 'skipped'
  if (row.problems.length === 0 && !isOut && !row.optedOut) return null
  const headerOf = (column: number) => columns.find(({ index }) => index === column)?.header ?? ''
  return (
    <div className={classes.problems}>
      <ul className={classes.problemList}>
        {isOut && (
          <li className={classes.out}>
            <IconCircleMinus size={16} stroke={1.75} aria-hidden />
            <Trans>This row is left out.</Trans>
          </li>
        )}
        {row.problems.map((problem, at) => (
          <li
            hidden={problem.column !== null && saidElsewhere?.has(problem.column) && problem.contactId === null}
            key={`${problem.code} ${problem.column}`}
            id={problemId(row.row, at)}
            data-out={isOut || undefined}
          >
            <IconAlertCircle size={16} stroke={1.75} aria-hidden />
            <span>
              {problem.column !== null && <span className={classes.where}>{headerOf(problem.column)}: </span>}
              {problem.words}{' '}
              {problem.contactId !== null && (
                <Anchor
                  component={Link}
                  to={`/dashboard/contacts/${problem.contactId}`}
                  target="_blank"
                  tabIndex={tabIndex}
                  aria-label={t`Open the contact in a new tab`}
                >
                  <Trans>Open contact</Trans>
                </Anchor>
              )}
            </span>
          </li>
        ))}
        {row.optedOut && !isOut && (
          <li className={classes.optedOut}>
            <IconBan size={16} stroke={1.75} aria-hidden />
            <Trans>Opted out. Comes in, and gets no texts.</Trans>
          </li>
        )}
      </ul>
      <div className={classes.wayList}>
        <Ways {...props} />
      </div>
    </div>
  )
}
