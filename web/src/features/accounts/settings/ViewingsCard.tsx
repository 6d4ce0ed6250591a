import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useOwnViewingsQuery } from './api.ts'
import security from './Security.module.css'

/** Lists who viewed the product as the signed-in member. */
export function ViewingsCard() {
  const { t, i18n } = useLingui()
  const { data, isError, refetch } = useOwnViewingsQuery()
  const timeZone = useSession(({ auth }) => auth.user?.timezone ?? auth.organization?.timezone)
  const showSkeleton = useSettledLoading(data === undefined && !isError)
  const rows = data?.data ?? []
  return (
    <SettingsCard id="viewings" title={t`Who viewed as you`}>
      <p className={classes.text}>
        <Trans>
          Teammates who manage the team can look at Crewline as you see it. They can't change anything, and they don't
          see these settings.
        </Trans>
      </p>
      {showSkeleton && <SkeletonRows count={1} height={44} />}
      {isError && !data && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className={classes.help}>
          <Trans>No one has viewed as you.</Trans>
        </p>
      )}
      <ul className={security.sessions}>
        {rows.map(({ id, viewer, startedAt, endedAt }) => (
          <li key={id} className={security.session}>
            <div className={classes.rowName}>
              <p className={classes.label}>
                <bdi translate="no">{viewer}</bdi>
              </p>
              <p className={classes.help}>
                {formatDate(startedAt, 'dateTime', i18n.locale, timeZone)}
                {' – '}
                {formatDate(endedAt, 'time', i18n.locale, timeZone)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </SettingsCard>
  )
}
