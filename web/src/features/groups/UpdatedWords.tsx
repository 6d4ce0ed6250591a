import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { Ago } from './Ago.tsx'
import classes from './Groups.module.css'

export interface UpdatedWordsProps {
  group: Pick<Group, 'state' | 'lastChange' | 'lastEvaluatedAt' | 'createdAt'>
  /** With how many came and went: on the page of a group. */
  withChange?: boolean
}

/** When the people of a group were last worked out: "Updated 2m ago: +3, −1", or that it goes on now. */
export function UpdatedWords({ group, withChange = false }: UpdatedWordsProps) {
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
        <IconAlertCircle size={14} stroke={2} aria-hidden /> <Trans>Not updated</Trans>
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
  const added = i18n.number(lastChange.added)
  const removed = i18n.number(lastChange.removed)
  return (
    <span className="tabular">
      <Trans>
        Updated <Ago at={lastChange.at} />: +{added}, −{removed}
      </Trans>
    </span>
  )
}
