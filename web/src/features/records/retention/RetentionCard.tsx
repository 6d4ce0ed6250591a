import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useRetentionQuery, useUndoRetentionMutation, type RetentionPeriod } from '../api.ts'
import classes from '../Records.module.css'
import { useClassNames } from '../useClassNames.ts'
import { usePeriodText } from '../usePeriodText.ts'
import { PeriodDialog } from './PeriodDialog.tsx'

/** How long each class of data is kept. */
export function RetentionCard() {
  const { t } = useLingui()
  const { data, isError, refetch } = useRetentionQuery()
  const [changing, setChanging] = useState<RetentionPeriod>()
  return (
    <SettingsCard
      id="retention"
      title={t`Retention`}
      text={t`What is older is deleted every night. The history of consent is always kept: it's your proof.`}
    >
      {isError && !data && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={6} />}
      {data && (
        <ul className={entries.list} aria-label={t`Retention periods`}>
          {data.periods.map((period) => (
            <PeriodEntry key={period.class} period={period} onChange={() => setChanging(period)} />
          ))}
        </ul>
      )}
      {changing && <PeriodDialog period={changing} onClose={() => setChanging(undefined)} />}
    </SettingsCard>
  )
}

function PeriodEntry({ period, onChange }: { period: RetentionPeriod; onChange: () => void }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const write = usePeriodText()
  const { name, help } = useClassNames()[period.class]
  const [undo, { isLoading }] = useUndoRetentionMutation()
  const day = period.appliesAt && formatDate(period.appliesAt, 'date', i18n.locale)
  async function restore(): Promise<void> {
    const { error } = await undo(period.class)
    if (error) toast.failed(error, { title: t`Couldn't undo`, message: messageFor(error) })
    else toast.inApp({ type: 'success', message: t`Back to: ${write(period.previousMonths)}` })
  }
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>{name}</span>
        <p className={classes.help}>{help}</p>
        {day && (
          <p className={classes.pending}>
            {period.months !== null && <Trans>Starts on {day}. Nothing is deleted before then.</Trans>}{' '}
            <Button size="compact-xs" variant="default" loading={isLoading} onClick={() => void restore()}>
              <Trans>Undo</Trans>
            </Button>
          </p>
        )}
      </div>
      <span className={classes.period}>{write(period.months)}</span>
      <Button size="xs" variant="default" onClick={onChange} aria-label={t`Change: ${name}`}>
        <Trans>Change</Trans>
      </Button>
    </li>
  )
}
