import { formatNumber } from '@crewline/contract/formats'
import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { Ago } from './Ago.tsx'
import classes from '../Groups.module.css'

export interface GroupUpdatedTextProps {
  group: Pick<Group, 'state' | 'lastChange' | 'lastEvaluatedAt' | 'createdAt'>
  /** Includes how many joined and left, for the page of a group. */
  withChange?: boolean
}

/** Shows when a group was last evaluated: "Updated 2m ago: +3, −1", or that it is being evaluated. */
export function GroupUpdatedText({ group, withChange = false }: GroupUpdatedTextProps) {
  const { i18n } = useLingui()
  const { state, lastChange, lastEvaluatedAt, createdAt } = group
  if (state === 'evaluating')
    return (
      <span className={classes.updating} role="status">
        <Loader size={14} aria-hidden /> <Trans>Updating…</Trans>
      </span>
    )
  if (state === 'error')
    return (
      <span className={classes.failed}>
        <IconAlertCircle size={14} stroke={2} aria-hidden /> <Trans>Couldn't update</Trans>
      </span>
    )
  if (!withChange) return <RelativeTime at={lastEvaluatedAt ?? lastChange?.at ?? createdAt} />
  if (!lastChange)
    return lastEvaluatedAt ? (
      <span>
        <Trans>
          Updated <Ago at={lastEvaluatedAt} />
        </Trans>
      </span>
    ) : null
  const added = formatNumber(lastChange.added, i18n.locale)
  const removed = formatNumber(lastChange.removed, i18n.locale)
  return (
    <span className="tabular">
      <Trans>
        Updated <Ago at={lastChange.at} />: +{added}, −{removed}
      </Trans>
    </span>
  )
}
