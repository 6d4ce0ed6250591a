import { SPENDING_CAP_MAX_CENTS } from '@crewline/contract/billing-limits'
import { formatMoney } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useEditBillingMutation, type Billing } from './api.ts'

/** Sets what a month may cost on top of the plan; at the cap broadcasts pause, replies never do. */
export function CapCard({ billing: { spendingCapCents, isCapReached, currency } }: { billing: Billing }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const [edit, { isLoading }] = useEditBillingMutation()
  const [typed, setTyped] = useState<string | number>(spendingCapCents === null ? '' : spendingCapCents / 100)
  const [problem, setProblem] = useState<string>()

  async function save(cents: number | null): Promise<void> {
    const { data, error } = await edit({ spendingCapCents: cents })
    if (error) return toast.failed(error, { title: t`Couldn't save the cap`, message: messageFor(error) })
    const count = data.resumedBroadcasts
    const message = count > 0 ? t`Broadcasts that the cap paused continue: ${count}.` : t`Your cap was saved.`
    toast.api({ title: t`Spending cap`, message }, 'OK')
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    const amount = Number(typed)
    const isValid = typed !== '' && Number.isFinite(amount) && amount >= 0 && amount * 100 <= SPENDING_CAP_MAX_CENTS
    setProblem(isValid ? undefined : t`Enter an amount, such as 50.`)
    if (isValid) void save(Math.round(amount * 100))
  }
  function remove(): void {
    setTyped('')
    setProblem(undefined)
    void save(null)
  }
  return (
    <SettingsCard
      id="spending-cap"
      title={t`Spending cap`}
      text={t`When a month costs this much on top of your plan and credit, broadcasts pause. Replies always go out.`}
    >
      {isCapReached && spendingCapCents !== null && (
        <div className={classes.note} role="status">
          <p>
            <Trans>
              This month reached your cap of {formatMoney(spendingCapCents, currency, i18n.locale)}. Broadcasts are
              paused; raise the cap to continue them.
            </Trans>
          </p>
        </div>
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        <NumberInput
          label={t`Cap per month`}
          name="cap"
          prefix="$"
          // Otherwise -5 would silently become a cap of 0, which pauses broadcasts.
          min={0}
          clampBehavior="none"
          decimalScale={2}
          thousandSeparator=","
          hideControls
          value={typed}
          onChange={setTyped}
          error={problem}
          placeholder={t`No cap`}
        />
        <div className={classes.line}>
          <Button type="submit" variant="default" loading={isLoading}>
            <Trans>Save cap</Trans>
          </Button>
          {spendingCapCents !== null && (
            <Button variant="subtle" onClick={remove} disabled={isLoading}>
              <Trans>Remove cap</Trans>
            </Button>
          )}
        </div>
      </form>
    </SettingsCard>
  )
}
