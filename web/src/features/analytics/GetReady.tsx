import type { Totals } from '@crewline/contract/analytics'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHasNumberQuery } from '../inbox/index.ts'
import { useSampleQuery, useTrySample } from '../sample/index.ts'
import { useTeamSizeQuery } from '../team/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { areSetupStepsHidden, setSetupStepsHidden } from '../../shared/lib/setup-steps.ts'
import classes from './Dashboard.module.css'

interface Step {
  isDone: boolean
  name: string
  verb: string
  /** Where the step is done; a step without it acts at once. */
  to?: string
  act?: () => void
  may: boolean
}

function StepButton({ step, isFirst, isBusy }: { step: Step; isFirst: boolean; isBusy: boolean }) {
  const variant = isFirst ? 'filled' : 'default'
  if (step.to !== undefined)
    return (
      <Button component={Link} to={step.to} size="xs" variant={variant}>
        {step.verb}
      </Button>
    )
  return (
    <Button size="xs" variant={variant} loading={isBusy} onClick={step.act}>
      {step.verb}
    </Button>
  )
}

/**
 * Shows the first steps toward texting, checked off from the actual data; renders nothing once all are done, or when the
 * user hid them on this device.
 */
export function GetReady({ totals, sentTexts }: { totals: Totals; sentTexts: number }) {
  const { t } = useLingui()
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const [isHidden, setHidden] = useState(() => areSetupStepsHidden(organizationId))
  const canSee = useCan('team.read')
  const { data: teamSize } = useTeamSizeQuery(undefined, { skip: !canSee })
  const canManageLines = useCan('lines.manage')
  const { data: hasNumber, isLoading } = useHasNumberQuery(undefined, { skip: !canManageLines })
  const canRead = useCan('inbox.read')
  const { data: sample, isLoading: isSampleLoading } = useSampleQuery(undefined, {
    skip: !canRead,
    refetchOnMountOrArgChange: true,
  })
  const { trySample, isStarting } = useTrySample()
  const canReply = useCan('inbox.reply')
  const samplePath = sample ? `/dashboard/inbox?conversation=${sample.contactId}` : undefined
  const sampleSteps: Step[] = [
    {
      isDone: (sample?.sent ?? 0) > 0,
      name: t`Send a text to a sample worker. No real text is sent.`,
      verb: t`Try it`,
      ...(samplePath ? { to: samplePath } : { act: () => void trySample() }),
      may: samplePath ? canReply : canManageLines,
    },
    {
      isDone: (sample?.received ?? 0) > 0,
      name: t`Answer from the worker's phone`,
      verb: t`Open the phone`,
      ...(samplePath ? { to: samplePath } : {}),
      may: canReply && samplePath !== undefined,
    },
  ]
  const steps: Step[] = [
    // With a number of their own, only a sample that is still there is worth a step.
    ...(sample || hasNumber === false ? sampleSteps : []),
    {
      isDone: totals.contacts > (sample ? 1 : 0),
      name: t`Add contacts`,
      verb: t`Add contact`,
      to: '/dashboard/contacts?add=1',
      may: useCan('contacts.edit'),
    },
    // A member without access to the lines cannot see whether there is one.
    ...(hasNumber === undefined
      ? []
      : [
          {
            isDone: hasNumber,
            name: t`Get your number`,
            verb: t`Get a number`,
            to: '/dashboard/settings?tab=numbers',
            may: canManageLines,
          },
        ]),
    {
      isDone: (teamSize ?? 0) > 1,
      name: t`Invite a teammate`,
      verb: t`Invite`,
      to: '/dashboard/team?invite=1',
      may: useCan('team.manage'),
    },
    {
      isDone: sentTexts > (sample?.sent ?? 0),
      name: t`Send your first message`,
      verb: t`Open inbox`,
      to: '/dashboard/inbox',
      may: useCan('inbox.reply'),
    },
  ]
  const all = steps.length
  const done = steps.filter(({ isDone }) => isDone).length
  if (teamSize === undefined || isLoading || isSampleLoading || done === all) return null
  const hide = (isNowHidden: boolean) => {
    setSetupStepsHidden(organizationId, isNowHidden)
    setHidden(isNowHidden)
  }
  if (isHidden) {
    return (
      <Button className={classes.showSteps ?? ''} variant="subtle" size="xs" onClick={() => hide(false)}>
        <Trans>Show setup steps</Trans>
      </Button>
    )
  }
  const first = steps.find(({ isDone, may }) => !isDone && may)
  return (
    <section className={classes.card} aria-labelledby="ready-title">
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="ready-title">
          <Trans>Get ready to text</Trans>
        </Title>
        <div className={classes.stepsAside}>
          <span className={classes.quiet}>
            <Trans>
              {done} of {all} done
            </Trans>
          </span>
          <Button variant="subtle" color="gray" size="xs" onClick={() => hide(true)}>
            <Trans>Hide these steps</Trans>
          </Button>
        </div>
      </header>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.name} className={classes.step} data-done={step.isDone || undefined}>
            {step.isDone ? (
              <IconCircleCheck size={20} stroke={1.75} aria-label={t`Done`} role="img" />
            ) : (
              <IconCircle size={20} stroke={1.75} aria-label={t`Not completed`} role="img" />
            )}
            <span className={classes.stepName}>{step.name}</span>
            {!step.isDone && step.may && <StepButton step={step} isFirst={step === first} isBusy={isStarting} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
