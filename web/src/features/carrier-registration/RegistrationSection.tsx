import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useCloseGuard } from '../../shared/ui/form/useLeaveGuard.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useCarrierRegistrationQuery, useCheckCarrierRegistrationMutation, type RegistrationData } from './api.ts'
import { CompanyForm } from './CompanyForm.tsx'
import classes from './Registration.module.css'
import { RegistrationRow } from './RegistrationRow.tsx'
import { RegistrationState } from './RegistrationState.tsx'
import { UseForm } from './UseForm.tsx'

type Step = 'company' | 'use'

/** The registration of the numbers with carriers: the answers, what is checked beforehand, and each review. */
export function RegistrationSection() {
  const { t } = useLingui()
  const { data, isError, refetch } = useCarrierRegistrationQuery()
  const [check, { isLoading: isChecking }] = useCheckCarrierRegistrationMutation()
  const [step, setStep] = useState<Step>()
  const [isDirty, setDirty] = useState(false)
  const guard = useCloseGuard(step !== undefined && isDirty)
  const closeNow = () => setStep(undefined)
  const close = () => guard.close(closeNow)
  const form = { onDirty: setDirty, onClose: close, onDone: closeNow }
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} height={64} />
  const { registrations, numbers } = data
  if (registrations.length === 0) return null
  const isWaiting = registrations.some(({ state }) => state === 'in_review' || state === 'submitting')

  async function checkNow(): Promise<void> {
    const { error } = await check()
    if (error) toast.failed(error, { title: t`Couldn't check`, message: t`Try again in a moment.` })
    else announce(t`Checked`)
  }

  return (
    <>
      <SettingsCard
        id="registration"
        title={t`Registration with carriers`}
        text={t`US carriers take texts only from companies and numbers that are registered. Answer once; we check for every known cause of rejection before you submit.`}
      >
        <ol className={classes.steps}>
          <StepRow data={data} step="company" title={t`Your company`} onOpen={setStep} />
          <StepRow data={data} step="use" title={t`Texts and consent`} onOpen={setStep} />
          {registrations.map((registration) => (
            <RegistrationRow
              key={`${registration.kind}${registration.carrier}${registration.lineId}`}
              data={data}
              registration={registration}
              onFix={(field) => setStep(field.startsWith('use.') ? 'use' : 'company')}
            />
          ))}
        </ol>
        <ul className={classes.numbers} aria-label={t`Registration of each number`}>
          {numbers.map(({ lineId, phoneDisplay, state }) => (
            <li key={lineId} className={classes.number}>
              <bdi dir="ltr" className="tabular">
                {phoneDisplay}
              </bdi>
              {state === null ? <Trans>Registered by your carrier</Trans> : <RegistrationState state={state} />}
            </li>
          ))}
        </ul>
        {isWaiting && (
          <div>
            <Button variant="default" loading={isChecking} onClick={() => void checkNow()}>
              <Trans>Check now</Trans>
            </Button>
          </div>
        )}
      </SettingsCard>
      <RecordDrawer isOpen={step === 'company'} onClose={close} title={t`Your company`}>
        {step === 'company' && <CompanyForm data={data} {...form} />}
      </RecordDrawer>
      <RecordDrawer isOpen={step === 'use'} onClose={close} title={t`Texts and consent`}>
        {step === 'use' && <UseForm data={data} {...form} />}
      </RecordDrawer>
      {guard.question}
    </>
  )
}

interface StepRowProps {
  data: RegistrationData
  step: Step
  title: string
  onOpen: (step: Step) => void
}

function StepRow({ data, step, title, onOpen }: StepRowProps) {
  const { t } = useLingui()
  const left = data.checks.filter(({ field }) => field.startsWith('use.') === (step === 'use')).length
  return (
    <li className={classes.step}>
      <div className={classes.text}>
        <p className={classes.name}>{title}</p>
        <p className={classes.hint}>
          {left === 0 ? (
            <Trans>Complete</Trans>
          ) : (
            <Plural value={left} one="# answer is missing or needs a fix" other="# answers are missing or need a fix" />
          )}
        </p>
      </div>
      <Button variant="default" size="compact-sm" aria-label={t`Edit: ${title}`} onClick={() => onOpen(step)}>
        <Trans>Edit</Trans>
      </Button>
    </li>
  )
}
