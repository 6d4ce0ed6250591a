import { formatDate, formatMoney } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import type { Billing } from './api.ts'
import { PayNowButton } from './PayNowButton.tsx'
import { WhatHappens } from './WhatHappens.tsx'

export interface PastDueCardProps {
  pastDue: NonNullable<Billing['pastDue']>
  status: Billing['status']
  timeZone: string | undefined
}

/** Shows the unpaid invoice, what happens next, and the way to pay it. */
export function PastDueCard({ pastDue, status, timeZone }: PastDueCardProps) {
  const { t, i18n } = useLingui()
  const number = pastDue.invoiceNumber
  const amount = formatMoney(pastDue.cents, pastDue.currency, i18n.locale)
  const day = formatDate(pastDue.blockAt, 'longDay', i18n.locale, timeZone)
  const next = pastDue.nextTryAt && formatDate(pastDue.nextTryAt, 'longDay', i18n.locale, timeZone)
  return (
    <SettingsCard id="past-due" title={t`Payment failed`}>
      <p className={classes.text}>
        {status === 'blocked' ? (
          <Trans>
            Invoice {number} ({amount}) is unpaid. Reading and sending messages is on hold until you pay it. Nothing is
            lost.
          </Trans>
        ) : (
          <Trans>
            Invoice {number} ({amount}) is unpaid. Pay it by {day} to keep reading and sending messages.
          </Trans>
        )}
      </p>
      <WhatHappens key={status} pastDue={pastDue} />
      <div className={classes.foot}>
        <span className={classes.help}>{next && <Trans>We'll charge your card again on {next}.</Trans>}</span>
        <PayNowButton />
      </div>
    </SettingsCard>
  )
}
