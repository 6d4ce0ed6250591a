import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { refusalOf } from '../../shared/api/send.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useSubmitCarrierRegistrationMutation, type Registration, type RegistrationData } from './api.ts'
import classes from './Registration.module.css'
import { RegistrationState } from './RegistrationState.tsx'
import { useRegistrationNames } from './useRegistrationNames.ts'

interface RegistrationRowProps {
  data: RegistrationData
  registration: Registration
  /** Opens the form in which a field is. */
  onFix: (field: string) => void
}

/** One registration at a carrier: where it is, what the carrier wants changed, and submitting it. */
export function RegistrationRow({ data, registration, onFix }: RegistrationRowProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { kinds, carriers } = useRegistrationNames()
  const [submit, { isLoading }] = useSubmitCarrierRegistrationMutation()
  const { kind, carrier, lineId, state, problems, isOutdated } = registration
  const { version, checks, registrations, numbers } = data
  const open = checks.filter(({ field }) => kind !== 'brand' || !field.startsWith('use.')).length
  const isCompanyApproved = registrations.some(
    (other) => other.kind === 'brand' && other.carrier === carrier && other.state === 'approved',
  )
  const waitsForCompany = kind === 'campaign' && !isCompanyApproved
  const phone = numbers.find((number) => number.lineId === lineId)?.phoneDisplay
  const maySubmit =
    version > 0 &&
    open === 0 &&
    !waitsForCompany &&
    // An approved use keeps running as it is, and what waits for the carrier may wait for answers that changed.
    (kind === 'campaign' && state === 'approved'
      ? false
      : state === 'not_started' || state === 'rejected' || state === 'submitting' || isOutdated)
  const name = phone ? `${kinds[kind]} ${phone}` : kinds[kind]

  async function send(): Promise<void> {
    const { error } = await submit({ kind, carrier, version, ...(lineId === null ? {} : { lineId }) })
    if (!error) return announce(t`Submitted`)
    const refusal = refusalOf<'submitCarrierRegistration'>(error)
    const message = Object.values(refusal?.fieldErrors ?? {})[0] ?? messageFor(error)
    toast.failed(error, { title: t`Couldn't submit`, message })
  }

  return (
    <li className={classes.step}>
      <div className={classes.text}>
        <p className={classes.name}>
          {name} · <span translate={carrier === 'simulated' ? undefined : 'no'}>{carriers[carrier]}</span>
        </p>
        <p className={classes.hint}>
          {state === 'in_review' && <Trans>Carriers check it. It takes 2–5 days.</Trans>}
          {state === 'submitting' && <Trans>The carrier hasn't answered yet. We keep trying.</Trans>}
          {state === 'approved' && isOutdated && <Trans>Your answers changed after it was approved.</Trans>}
          {state === 'not_started' && waitsForCompany && <Trans>Follows when the company is approved.</Trans>}
        </p>
        {problems.map(({ field, text, carrierText }) => (
          <div key={`${field}${carrierText}`} className={classes.problem}>
            {text}{' '}
            {carrierText !== '' && (
              <>
                <Trans>The carrier says:</Trans>{' '}
                <q lang="en" translate="no">
                  {carrierText}
                </q>{' '}
              </>
            )}
            {field !== '' && (
              <Button variant="subtle" size="compact-sm" aria-label={t`Fix it: ${text}`} onClick={() => onFix(field)}>
                <Trans>Fix it</Trans>
              </Button>
            )}
          </div>
        ))}
      </div>
      <div className={classes.actions}>
        <RegistrationState state={state} />
        {maySubmit && (
          <Button
            variant={state === 'approved' ? 'default' : 'filled'}
            size="compact-sm"
            loading={isLoading}
            aria-label={state === 'not_started' ? t`Submit: ${name}` : t`Submit again: ${name}`}
            onClick={() => void send()}
          >
            {state === 'not_started' ? <Trans>Submit</Trans> : <Trans>Submit again</Trans>}
          </Button>
        )}
      </div>
    </li>
  )
}
