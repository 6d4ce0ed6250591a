import type { Replacement } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconArrowRight, IconX } from '@tabler/icons-react'
import classes from './Match.module.css'

export interface ReplacementsProps {
  header: string
  replacements: readonly Replacement[]
  onRemove: (replacement: Replacement) => void
}

/** The values of a column that are replaced in all rows, each of which can be kept as it is after all. */
export function Replacements({ header, replacements, onRemove }: ReplacementsProps) {
  const { t } = useLingui()
  if (replacements.length === 0) return null
  return (
    <div className={classes.replacements}>
      <span className={classes.later}>
        <Trans>Replaced in all rows:</Trans>
      </span>
      <ul aria-label={t`Replaced values of ${header}`}>
        {replacements.map((replacement) => {
          const { value, choice } = replacement
          return (
            <li key={value}>
              <bdi translate="no">{value}</bdi>
              <IconArrowRight size={12} aria-hidden className="mantine-rotate-rtl" />
              <bdi translate="no">{choice}</bdi>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t`Keep “${value}” as it is`}
                onClick={() => onRemove(replacement)}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
