import { formatDate, formatMoney, formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import type { Billing } from './api.ts'
import classes from './Billing.module.css'

export interface UsageCardProps {
  billing: Billing
  timeZone: string | undefined
}

function Meter({ used, included, forecast }: Billing['usage']['segments']) {
  const { i18n } = useLingui()
  const number = (count: number) => formatNumber(count, i18n.locale)
  if (included === null) return <span className="tabular">{number(used)}</span>
  const share = included > 0 ? used / included : 1
  return (
    <div className={classes.meter}>
      <span className="tabular">
        <Trans>
          {number(used)} of {number(included)} included
        </Trans>
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.fill}
          data-level={share >= 1 ? 'over' : share >= 0.8 ? 'warn' : 'ok'}
          style={{ inlineSize: `${Math.min(100, share * 100)}%` }}
        />
      </span>
      <span className={classes.quiet}>
        <Trans>On track for {number(forecast)} this month</Trans>
      </span>
    </div>
  )
}

/** Shows the segments and MMS of this month, with the forecast and what is billed on top of the plan. */
export function UsageCard({ billing: { usage, currency, plan, nextInvoice }, timeZone }: UsageCardProps) {
  const { t, i18n } = useLingui()
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const month = formatDate(usage.periodStart, 'month', i18n.locale, timeZone)
  const resets = formatDate(usage.periodEnd, 'longDay', i18n.locale, timeZone)
  const credit = nextInvoice?.creditCents ?? 0
  const help =
    credit > 0
      ? t`Credit pays ${money(credit)} of it. The rest is on the next invoice, before taxes.`
      : t`On the next invoice, before taxes.`
  return (
    <SettingsCard id="usage" title={t`Usage`} text={t`Sent in ${month}. Resets on ${resets}.`}>
      <Setting label={t`Segments`}>
        <Meter {...usage.segments} />
      </Setting>
      <Setting label={t`MMS`} help={t`Messages with pictures or files`}>
        <Meter {...usage.mms} />
      </Setting>
      {plan && (
        <Setting label={t`On top of the plan`} help={help}>
          <span className="tabular">
            {usage.forecastOverageCents > usage.overageCents ? (
              <Trans>
                {money(usage.overageCents)} so far, on track for {money(usage.forecastOverageCents)}
              </Trans>
            ) : (
              money(usage.overageCents)
            )}
          </span>
        </Setting>
      )}
    </SettingsCard>
  )
}
