import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/lib/session/select.ts'
import { Setting } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import usage from './Usage.module.css'

/** Shows how many segments of this month's limit are used; absent until the count has loaded. */
export function TextsUsed() {
  const { t, i18n } = useLingui()
  const billing = useSession(({ auth }) => auth.billing)
  const live = useSession(({ message }) => message.messageUsage)
  const used = live?.segments.used ?? billing?.usedTexts
  const included = live ? live.segments.included : billing?.includedTexts
  const timeZone = useSession(({ auth }) => auth.organization?.timezone)
  const start = live?.periodStart ?? billing?.periodStart
  if (used === undefined || start === undefined) return null
  const month = formatDate(start, 'month', i18n.locale, timeZone)
  const count = formatNumber(used, i18n.locale)
  const most = formatNumber(included ?? 0, i18n.locale)
  return (
    <Setting label={t`Segments used`} help={month}>
      {typeof included === 'number' ? (
        <div className={classes.wide}>
          <span className="tabular">
            <Trans>
              {count} of {most} included
            </Trans>
          </span>
          <span className={usage.track} aria-hidden>
            <span
              className={usage.fill}
              style={{ inlineSize: `${included > 0 ? Math.min(100, (used / included) * 100) : 100}%` }}
            />
          </span>
        </div>
      ) : (
        <span className="tabular">{count}</span>
      )}
    </Setting>
  )
}
