import { formatList, formatMoney, formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useStartCheckoutMutation, type Billing } from './api.ts'
import classes from './Billing.module.css'
import { leaveFor } from './go.ts'
import { LosesApps } from './LosesApps.tsx'
import { useAppWords } from './useAppWords.ts'
import { usePlanNames } from './usePlanNames.ts'

type Key = Billing['plans'][number]['key']

export interface PlanChoiceProps {
  billing: Billing
  /** Changes to a plan; unset for the first plan, which is bought on the page of the payment service. */
  onChoose?: (key: Key) => Promise<void>
}

/** Lists the plans with what they include; the current one is marked. */
export function PlanChoice({ billing: { plans, plan: current, currency, appsInUse }, onChoose }: PlanChoiceProps) {
  const { t, i18n } = useLingui()
  const names = usePlanNames()
  const messageFor = useErrorText()
  const [checkOut] = useStartCheckoutMutation()
  const appWords = useAppWords()
  const [busy, setBusy] = useState<Key>()
  // Stays while the dialog fades out.
  const [asked, setAsked] = useState<{ key: Key; lost: Billing['appsInUse']; isOpen: boolean }>()
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const number = (count: number) => formatNumber(count, i18n.locale)

  async function buy(key: Key): Promise<void> {
    const { data, error } = await checkOut(key)
    if (data) return leaveFor(data.url)
    toast.failed(error, { title: t`Couldn't open the payment page`, message: messageFor(error) })
  }
  async function choose(key: Key): Promise<void> {
    setBusy(key)
    await (onChoose ?? buy)(key)
    setBusy(undefined)
  }
  function start(key: Key, included: Billing['appsInUse']): void {
    const lost = appsInUse.filter((app) => !included.includes(app))
    if (lost.length > 0) setAsked({ key, lost, isOpen: true })
    else void choose(key)
  }
  const namesOf = (apps: Billing['appsInUse']) =>
    formatList(
      apps.map((app) => appWords[app].name),
      i18n.locale,
    )
  return (
    <>
      <ul className={classes.plans} aria-label={t`Plans`}>
        {plans.map(({ key, monthlyCents, seats, segments, segmentCents, mms, mmsCents, apps }) => (
          <li key={key} className={classes.plan} data-current={key === current?.key || undefined}>
            <div>
              <h3 className={classes.planName}>{names[key]}</h3>
              <p className={classes.price}>
                <Trans>{money(monthlyCents)} a month</Trans>
              </p>
              <p className={classes.includes}>
                <Trans>
                  {number(segments)} segments, then {money(segmentCents)} each. {number(mms)} MMS, then{' '}
                  {money(mmsCents)} each. {number(seats)} teammates.
                </Trans>
              </p>
              <p className={classes.includes}>
                <Trans>Apps: {namesOf(apps)}.</Trans>
              </p>
            </div>
            {key === current?.key ? (
              <span className={classes.includes}>
                <Trans>Your plan</Trans>
              </span>
            ) : (
              <Button
                variant="default"
                loading={busy === key}
                disabled={busy !== undefined && busy !== key}
                aria-label={t`Choose ${names[key]}`}
                onClick={() => start(key, apps)}
              >
                <Trans>Choose</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LosesApps
        isOpen={asked?.isOpen === true}
        plan={asked ? names[asked.key] : ''}
        apps={asked?.lost ?? []}
        onConfirm={() => {
          if (!asked) return
          setAsked({ ...asked, isOpen: false })
          void choose(asked.key)
        }}
        onCancel={() => setAsked(asked && { ...asked, isOpen: false })}
      />
    </>
  )
}
