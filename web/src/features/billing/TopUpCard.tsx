import { CREDIT_CHOICES_CENTS, CREDIT_MAX_CENTS } from '@crewline/contract/billing-limits'
import { formatMoney } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useStartTopUpMutation, type Billing } from './api.ts'
import { leaveFor, useReturn } from './go.ts'

/** Shows the prepaid credit that is left, and leads to the page on which more is paid. */
export function TopUpCard({ billing: { creditCents, nextInvoice, currency, pastDue } }: { billing: Billing }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const [startTopUp, { isLoading, isSuccess, reset }] = useStartTopUpMutation()
  useReturn(reset)
  const choices = CREDIT_CHOICES_CENTS.filter((cents) => creditCents + cents <= CREDIT_MAX_CENTS)
  const [chosen, setChosen] = useState<number>(choices[0] ?? 0)
  const cents = choices.find((choice) => choice === chosen) ?? choices[0]
  const money = (amount: number) => formatMoney(amount, currency, i18n.locale)
  const used = nextInvoice?.creditCents ?? 0

  async function buy(): Promise<void> {
    if (cents === undefined) return
    const { data, error } = await startTopUp(cents)
    if (data) leaveFor(data.url)
    else if (error) toast.failed(error, { title: t`Couldn't open the payment page`, message: messageFor(error) })
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void buy()
  }
  return (
    <SettingsCard
      id="credit"
      title={t`Prepaid credit`}
      text={t`Credit pays for what you use on top of your plan before your card is charged. It doesn't expire.`}
    >
      <Setting label={t`Credit left`} help={used > 0 && t`${money(used)} of it is used by this month so far.`}>
        <span className="tabular">{money(creditCents)}</span>
      </Setting>
      {pastDue ? (
        <div className={classes.note} role="status">
          <p>
            <Trans>Pay your open invoice first. Then you can buy credit.</Trans>
          </p>
        </div>
      ) : cents === undefined ? (
        <p className={classes.text}>
          <Trans>You have as much credit as you can have at once.</Trans>
        </p>
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          <NativeSelect
            label={t`Amount`}
            name="credit"
            description={t`Taxes are added on the payment page.`}
            value={String(cents)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            data={choices.map((choice) => ({ value: String(choice), label: money(choice) }))}
          />
          <div className={classes.line}>
            <Button type="submit" variant="default" loading={isLoading || isSuccess}>
              <Trans>Buy credit</Trans>
            </Button>
          </div>
        </form>
      )}
    </SettingsCard>
  )
}
