import { formatDate, formatMoney, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isNotProven, useProof } from '../accounts/index.ts'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useEditBillingMutation, type Billing } from './api.ts'
import { PlanChoice } from './PlanChoice.tsx'
import { usePlanNames } from './usePlanNames.ts'
import { useStatusNames } from './useStatusNames.ts'

export interface PlanCardProps {
  billing: Billing
  timeZone: string | undefined
}

/** Shows the plan with its seats and its next invoice; without one, the plans to choose from. */
export function PlanCard({ billing, timeZone }: PlanCardProps) {
  const { t, i18n } = useLingui()
  const names = usePlanNames()
  const statusNames = useStatusNames()
  const messageFor = useErrorText()
  const { proven, dialog } = useProof()
  const [edit] = useEditBillingMutation()
  const [open, setOpen] = useState<'change' | 'cancel'>()
  const { plan, seats, trialEndsAt, cancelAt, nextInvoice, currency, status } = billing
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const day = (at: string) => formatDate(at, 'longDay', i18n.locale, timeZone)

  async function change(body: Parameters<typeof edit>[0], done: string): Promise<void> {
    const { error } = await proven(() => edit(body))
    setOpen(undefined)
    if (!error) toast.api({ title: t`Plan`, message: done }, 'OK')
    else if (!isNotProven(error))
      toast.failed(error, { title: t`Couldn't change the plan`, message: messageFor(error) })
  }

  const estimate =
    nextInvoice && nextInvoice.creditCents > 0
      ? t`Estimate before taxes, less ${money(nextInvoice.creditCents)} of credit.`
      : t`Estimate before taxes.`

  return (
    <SettingsCard id="billing" title={t`Plan`}>
      {plan ? (
        <>
          <Setting label={names[plan.key]} help={statusNames[status]}>
            <span className="tabular">
              <Trans>{money(plan.monthlyCents)} a month</Trans>
            </span>
          </Setting>
          <Setting label={t`Teammates`} help={t`Each additional one: ${money(plan.seatCents)} a month.`}>
            <span className="tabular">
              <Trans>
                {formatNumber(seats.used, i18n.locale)} of {formatNumber(plan.seats, i18n.locale)} included
              </Trans>
            </span>
          </Setting>
          {nextInvoice && (
            <Setting label={t`Next invoice`} help={estimate}>
              <span className="tabular">
                <Trans>
                  {money(nextInvoice.cents)} on {day(nextInvoice.at)}
                </Trans>
              </span>
            </Setting>
          )}
          {cancelAt && (
            <div className={classes.note}>
              <p>
                <Trans>Your plan ends on {day(cancelAt)}. Until then everything works as before.</Trans>
              </p>
            </div>
          )}
          <div className={classes.foot}>
            {cancelAt ? (
              <Button variant="default" onClick={() => void change({ isCanceled: false }, t`Your plan continues.`)}>
                <Trans>Keep the plan</Trans>
              </Button>
            ) : (
              <Button variant="subtle" color="red" onClick={() => setOpen('cancel')}>
                <Trans>Cancel plan</Trans>
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen(open === 'change' ? undefined : 'change')}>
              <Trans>Change plan</Trans>
            </Button>
          </div>
          {open === 'change' && (
            <PlanChoice
              billing={billing}
              onChoose={(key) => change({ plan: key }, t`Your plan is now ${names[key]}.`)}
            />
          )}
        </>
      ) : (
        <>
          <p className={classes.text}>
            {status === 'trialing' && trialEndsAt ? (
              <Trans>
                You're trying Crewline for free until {day(trialEndsAt)}. Choose a plan to continue after that.
              </Trans>
            ) : billing.missing === 'plan' ? (
              <Trans>Choose a plan to change and send again. Until then everyone here can only read.</Trans>
            ) : (
              // The trial of a new organization begins within minutes.
              <Trans>Choose a plan when you're ready.</Trans>
            )}
          </p>
          <PlanChoice billing={billing} />
        </>
      )}
      <ConfirmCount
        isOpen={open === 'cancel'}
        title={t`Cancel the plan?`}
        confirmLabel={t`Cancel plan`}
        isDestructive
        onConfirm={() => change({ isCanceled: true }, t`Your plan was canceled.`)}
        onCancel={() => setOpen(undefined)}
      >
        <p>
          <Trans>It ends with the month you paid for. Your contacts and messages stay.</Trans>
        </p>
        {plan && seats.used > 1 && (
          <p>
            <Plural
              value={seats.used}
              one="# teammate can't send after that."
              other="# teammates can't send after that."
            />
          </p>
        )}
      </ConfirmCount>
      {dialog}
    </SettingsCard>
  )
}
