import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { formatField, rulesOf, formatRule, useFilterFields } from '../../filters/index.ts'
import { useGroupValues } from '../api.ts'
import classes from '../Groups.module.css'
import { useWhyInGroupQuery } from './members-api.ts'
import { useCauseText } from './useCauseText.ts'

export interface MatchReasonsProps {
  group: Group
  contactId: string
}

/** Explains why a contact is in a group: the reason, each rule with its result, and every time they joined or left. */
export default function MatchReasons({ group, contactId }: MatchReasonsProps) {
  const { t, i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const causeText = useCauseText()
  const { data, isError, refetch } = useWhyInGroupQuery(
    { id: group.id, contactId },
    { refetchOnMountOrArgChange: true },
  )
  if (isError && !data) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={96} radius="md" />
  const rules = group.filter ? rulesOf(group.filter) : []
  return (
    <div className={classes.attributes}>
      <p>{causeText.because(data.because)}</p>
      {data.rules.length > 0 && (
        <ul className={classes.holds} aria-label={t`Rules`}>
          {data.rules.map(({ path, field, holds }, at) => {
            const rule = rules[at]
            return (
              <li key={path}>
                {holds ? (
                  <IconCheck className={classes.yes} size={16} stroke={2} aria-hidden />
                ) : (
                  <IconX className={classes.no} size={16} stroke={2} aria-hidden />
                )}
                <span>
                  {rule?.field === field ? formatRule(rule, fields, i18n) : formatField(field, fields)}
                  <VisuallyHidden>{holds ? t`: yes` : t`: no`}</VisuallyHidden>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {data.history.length > 0 && (
        <>
          <p className={classes.quiet}>
            <Trans>History</Trans>
          </p>
          <ul className={classes.history}>
            {data.history.map(({ change, cause, by, at }) => (
              <li key={`${at}${change}`}>
                <span>{causeText.change(change, cause, by)}</span>
                <span className={classes.quiet}>
                  <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
