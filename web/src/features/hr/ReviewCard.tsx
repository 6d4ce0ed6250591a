import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, NumberInput, Switch } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useApplyHrSyncMutation, useDiscardHrSyncMutation, type HrSync, type HrWelcome } from './api.ts'
import classes from './Hr.module.css'
import { SyncRows } from './SyncRows.tsx'
import { useConnect } from './useConnect.ts'
import { WelcomeFields } from './WelcomeFields.tsx'
import { welcomeError, writtenWelcome } from './welcome-rules.ts'

export interface ReviewCardProps {
  sync: HrSync
  system: string
  welcome: HrWelcome
  /** Called when the card goes away with the focus in it. */
  onDecided: () => void
}

/** A sync that waits: what would change, why it asks, and the decision. */
export function ReviewCard({ sync, system, welcome: saved, onDecided }: ReviewCardProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { id, brake, comparedAt, needsConsent } = sync
  const [apply, applied] = useApplyHrSyncMutation()
  const [discard, discarded] = useDiscardHrSyncMutation()
  const [isAgreed, setAgreed] = useState(false)
  const [welcome, setWelcome] = useState(saved)
  const canWelcome = sync.welcome.possible > 0
  const [typed, setTyped] = useState<string | number>('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  /** The answer may come after the card is gone: then the focus stays where the user has moved it. */
  function leave(): void {
    const active = document.activeElement
    if (active === document.body || form.current?.contains(active)) onDecided()
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblems({})
    const { error } = await apply({
      id,
      comparedAt: comparedAt ?? '',
      agreed: isAgreed,
      ...(canWelcome ? { welcome: writtenWelcome(welcome) } : {}),
      ...(brake && typed !== '' ? { confirmed: Number(typed) } : {}),
    })
    if (!error) return leave()
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    if (Object.keys(fieldErrors).length > 0) setProblems(fieldErrors)
    else toast.failed(error, { title: t`Couldn't apply`, message: messageFor(error) })
  }
  async function drop(): Promise<void> {
    const { error } = await discard(id)
    if (!error) return leave()
    toast.failed(error, { title: t`Couldn't discard`, message: messageFor(error) })
  }
  return (
    <SettingsCard
      id="hr-review"
      title={brake ? t`This sync needs your decision` : t`Review this sync`}
      text={t`No contacts were changed yet.`}
    >
      {brake && <Brake brake={brake} system={system} counts={sync.counts} />}
      <SyncRows sync={sync} />
      <form ref={form} className={settingsClasses.form} onSubmit={(event) => void submit(event)} noValidate>
        {needsConsent && (
          <Checkbox
            label={t`These people agreed to get texts from us.`}
            checked={isAgreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            error={problems['agreed']}
            aria-invalid={problems['agreed'] !== undefined}
          />
        )}
        {canWelcome && (
          <Switch
            label={<WelcomeLabel people={sync.welcome.possible} />}
            description={t`Once per person, and never while they rest. The text also counts for later syncs.`}
            checked={welcome.isOn}
            onChange={(event) => setWelcome({ ...welcome, isOn: event.currentTarget.checked })}
          />
        )}
        {canWelcome && welcome.isOn && (
          <WelcomeFields welcome={welcome} error={welcomeError(problems)} onChange={setWelcome} />
        )}
        {brake && (
          <NumberInput
            label={t`To apply it anyway, enter ${brake.people}`}
            hideControls
            value={typed}
            onChange={setTyped}
            error={problems['confirmed']}
          />
        )}
        <div className={settingsClasses.line}>
          <Button type="submit" loading={applied.isLoading} color={brake ? 'red' : undefined}>
            {brake ? <Trans>Apply anyway</Trans> : <Trans>Apply changes</Trans>}
          </Button>
          <Button variant="default" loading={discarded.isLoading} onClick={() => void drop()}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

function WelcomeLabel({ people }: { people: number }) {
  const { i18n } = useLingui()
  const count = formatNumber(people, i18n.locale)
  return (
    <Plural
      value={people}
      one="Send a welcome text to the # new person who can be texted"
      other={`Send a welcome text to the ${count} new people who can be texted`}
    />
  )
}

interface BrakeProps {
  brake: NonNullable<HrSync['brake']>
  system: string
  counts: HrSync['counts']
}

function Brake({ brake, system, counts }: BrakeProps) {
  if (brake.companies) return <OtherCompany of={brake.of} companies={brake.companies} counts={counts} />
  return <UnusualSync brake={brake} system={system} />
}

/** Asks what happens with the people of one company after another one was connected. */
function OtherCompany({
  of,
  companies: { former, now },
  counts,
}: {
  of: number
  companies: { former: string; now: string }
  counts: HrSync['counts']
}) {
  const { connect, isConnecting, dialog } = useConnect()
  return (
    <div className={classes.brake} role="status">
      <p>
        <Plural
          value={of}
          one={`You connected another company: ${now} instead of ${former}, which keeps # person here.`}
          other={`You connected another company: ${now} instead of ${former}, which keeps # people here.`}
        />
      </p>
      <p>
        <Plural
          value={counts.leave ?? 0}
          one={`If you apply this, # of them counts as having left, because ${now} doesn't list them.`}
          other={`If you apply this, # of them count as having left, because ${now} doesn't list them.`}
        />{' '}
        <Plural value={counts.create ?? 0} one="# person is added." other="# people are added." />{' '}
        <Trans>The others are kept by {now} from then on.</Trans>
      </p>
      <p>
        <Trans>Nothing changes until you answer. If it's the wrong company, log in to the right one instead.</Trans>
      </p>
      {dialog}
      <Button variant="default" loading={isConnecting} onClick={() => void connect()}>
        <Trans>Log in to another company</Trans>
      </Button>
    </div>
  )
}

function UnusualSync({ brake, system }: Omit<BrakeProps, 'counts'>) {
  const { i18n } = useLingui()
  const of = formatNumber(brake.of, i18n.locale)
  return (
    <div className={classes.brake} role="status">
      <p>
        {brake.kind === 'empty' && (
          <Trans>
            {system} listed no one, although it had {of} people before. This is most likely a fault there.
          </Trans>
        )}
        {brake.kind === 'leavers' && (
          <Plural
            value={brake.people}
            one={`# of ${of} people would count as having left. Check it at ${system} before you apply it.`}
            other={`# of ${of} people would count as having left. Check it at ${system} before you apply it.`}
          />
        )}
        {brake.kind === 'unclear' && (
          <Plural
            value={brake.people}
            one={`# of ${of} people would count as having left, although some rows have no employee ID. Correct those rows first.`}
            other={`# of ${of} people would count as having left, although some rows have no employee ID. Correct those rows first.`}
          />
        )}
        {brake.kind === 'changes' && (
          <Plural
            value={brake.people}
            one={`# of ${of} people would change at once. Check it at ${system} before you apply it.`}
            other={`# of ${of} people would change at once. Check it at ${system} before you apply it.`}
          />
        )}
      </p>
    </div>
  )
}
