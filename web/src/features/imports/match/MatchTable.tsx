import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { MatchRow } from './MatchRow.tsx'
import classes from './Match.module.css'
import type { ColumnChoice } from './targets.ts'
import type { Targets } from './useTargets.ts'

export interface MatchTableProps {
  columns: Import['columns']
  choices: readonly ColumnChoice[]
  targets: Targets
  /** Indexes of the columns with a problem. */
  problemColumns: ReadonlySet<number>
  onChoose: (choice: ColumnChoice) => void
}

/** Lists each column of the file with its first values, its target, and how well it fits; cards on a phone. */
export function MatchTable({ columns, choices, targets, problemColumns, onChoose }: MatchTableProps) {
  const { t } = useLingui()
  return (
    <div className={classes.box} role="region" aria-label={t`Columns in your file`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Your column</Trans>
            </th>
            <th scope="col">
              <Trans>First 3 rows</Trans>
            </th>
            <th scope="col">
              <Trans>Import as</Trans>
            </th>
            <th scope="col">
              <Trans>Values</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => {
            const choice = choices.find(({ index }) => index === column.index)
            return (
              choice && (
                <MatchRow
                  key={column.index}
                  column={column}
                  choice={choice}
                  targets={targets}
                  hasProblem={problemColumns.has(column.index)}
                  onChoose={onChoose}
                />
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
