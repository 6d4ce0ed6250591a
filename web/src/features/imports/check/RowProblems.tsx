import type { ImportRow, Replacement } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconBan, IconCircleMinus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Correction } from '../api.ts'
import classes from './Check.module.css'
import { mayShare, type GridColumn } from './grid-columns.ts'

export interface RowProblemsProps {
  row: ImportRow
  columns: readonly GridColumn[]
  onCorrect: (edit: Correction) => void
  /** Replaces a value of a column by a choice of its field, in all rows; undefined while corrections are being saved. */
  onReplace: ((column: number, replacement: Replacement) => void) | undefined
  /** −1 keeps the buttons of this row out of the tab order. */
  tabIndex?: 0 | -1
  /** Columns whose problems are shown at their field. */
  shownElsewhere?: ReadonlySet<number>
  /** Moves to the cell of a column; the texts of its problems are buttons then. */
  onGo?: (column: number) => void
}

/** Builds the id of a problem text of a row, which cells reference. */
export function problemId(row: number, at: number): string {
  return `row-${row}-problem-${at}`
}

function RowFixes({ row, columns, onCorrect, onReplace, tabIndex = 0 }: RowProblemsProps) {
  const number = row.row
  const twin = row.problems.find(({ otherRow }) => otherRow !== null)?.otherRow
  const buttonProps = { variant: 'default', size: 'compact-sm', tabIndex } as const
  if (row.kind === 'skipped')
    return (
      <Button {...buttonProps} onClick={() => onCorrect({ row: number, skip: false })}>
        <Trans>Include row</Trans>
      </Button>
    )
  return (
    <>
      {twin !== undefined && twin !== null && (
        <>
          <Button {...buttonProps} onClick={() => onCorrect({ row: number, keep: true })}>
            <Trans>Keep this row</Trans>
          </Button>
          <Button {...buttonProps} onClick={() => onCorrect({ row: twin, keep: true })}>
            <Trans>Keep row {twin}</Trans>
          </Button>
        </>
      )}
      {row.problems.map(
        ({ column, suggestion }) =>
          suggestion &&
          column !== null && (
            <Button
              key={`${column} ${suggestion.value}`}
              {...buttonProps}
              disabled={!onReplace}
              onClick={() => onReplace?.(column, suggestion)}
            >
              <Trans>
                Use “<bdi translate="no">{suggestion.choice}</bdi>” in all rows
              </Trans>
            </Button>
          ),
      )}
      {row.problems.some((problem) => mayShare(problem, columns)) && (
        <Button {...buttonProps} onClick={() => onCorrect({ row: number, sharesPhone: true })}>
          <Trans>Same phone, different people</Trans>
        </Button>
      )}
      {row.problems.length > 0 && (
        <Button {...buttonProps} variant="subtle" color="gray" onClick={() => onCorrect({ row: number, skip: true })}>
          <Trans>Skip row</Trans>
        </Button>
      )}
    </>
  )
}

interface ProblemTextProps {
  header: string
  words: string
  tabIndex: 0 | -1
  onGo: (() => void) | undefined
}

/** The text of a problem; where its cell can be shown, a button that moves there. */
function ProblemText({ header, words, tabIndex, onGo }: ProblemTextProps) {
  const text = (
    <>
      {header && <bdi className={classes.where}>{header}: </bdi>}
      {words}
    </>
  )
  if (!onGo) return text
  return (
    <UnstyledButton className={classes.goTo} tabIndex={tabIndex} onClick={onGo}>
      {text}
    </UnstyledButton>
  )
}

/** Describes the problems of a row and offers fixes; renders nothing when there are none. */
export function RowProblems(props: RowProblemsProps) {
  const { t } = useLingui()
  const { row, columns, tabIndex = 0, shownElsewhere, onGo } = props
  const isOut = row.kind === 'skipped'
  if (row.problems.length === 0 && !isOut && !row.optedOut) return null
  const headerOf = (column: number) => columns.find(({ index }) => index === column)?.header ?? ''
  return (
    <div className={classes.problems}>
      <ul className={classes.problemList}>
        {isOut && (
          <li className={classes.out}>
            <IconCircleMinus size={16} stroke={1.75} aria-hidden />
            <Trans>This row will be skipped.</Trans>
          </li>
        )}
        {row.problems.map((problem, at) => (
          <li
            hidden={problem.column !== null && shownElsewhere?.has(problem.column) && problem.contactId === null}
            key={`${problem.code} ${problem.column}`}
            id={problemId(row.row, at)}
            data-out={isOut || undefined}
          >
            <IconAlertCircle size={16} stroke={1.75} aria-hidden />
            <span>
              <ProblemText
                header={problem.column === null ? '' : headerOf(problem.column)}
                words={problem.words}
                tabIndex={tabIndex}
                onGo={onGo && problem.column !== null ? () => onGo(problem.column as number) : undefined}
              />{' '}
              {problem.contactId !== null && (
                <Anchor
                  component={Link}
                  to={`/dashboard/contacts/${problem.contactId}`}
                  target="_blank"
                  tabIndex={tabIndex}
                  aria-label={t`Open contact in a new tab`}
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
            <Trans>Opted out. Will be imported but won't get texts.</Trans>
          </li>
        )}
      </ul>
      <div className={classes.wayList}>
        <RowFixes {...props} />
      </div>
    </div>
  )
}
