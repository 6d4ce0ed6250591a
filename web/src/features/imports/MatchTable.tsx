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
  /** The columns something is wrong with. */
  wrong: ReadonlySet<number>
  onChoose: (choice: ColumnChoice) => void
}

/** Each column of the file with its first values, where it goes, and how well it fits there; cards on a phone. */
export function MatchTable({ columns, choices, targets, wrong, onChoose }: MatchTableProps) {
  const { t } = useLingui()
  return (
    <div className={classes.box} role="region" aria-label={t`Columns of your file`}>
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
              <Trans>Goes to</Trans>
            </th>
            <th scope="col">
              <Trans>Fit</Trans>
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
                  isWrong={wrong.has(column.index)}
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
