import type { Totals } from '@crewline/contract/analytics'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useHasNumberQuery } from '../inbox/index.ts'
import { useTeamSizeQuery } from '../team/index.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import classes from './Dashboard.module.css'

interface Step {
  isDone: boolean
  name: string
  verb: string
  to: string
  may: boolean
}

/** Shows the first steps toward texting, checked off from the actual data; renders nothing once all are done. */
export function GetReady({ totals, hasSent }: { totals: Totals; hasSent: boolean }) {
  const { t } = useLingui()
  const canSee = useCan('team.read')
  const { data: teamSize } = useTeamSizeQuery(undefined, { skip: !canSee })
  const canManageLines = useCan('lines.manage')
  const { data: hasNumber, isLoading } = useHasNumberQuery(undefined, { skip: !canManageLines })
  const steps: Step[] = [
    {
      isDone: totals.contacts > 0,
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
      isDone: hasSent,
      name: t`Send your first message`,
      verb: t`Open inbox`,
      to: '/dashboard/inbox',
      may: useCan('inbox.reply'),
    },
  ]
  const all = steps.length
  const done = steps.filter(({ isDone }) => isDone).length
  if (teamSize === undefined || isLoading || done === all) return null
  const first = steps.find(({ isDone, may }) => !isDone && may)
  return (
    <section className={classes.card} aria-labelledby="ready-title">
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="ready-title">
          <Trans>Get ready to text</Trans>
        </Title>
        <span className={classes.quiet}>
          <Trans>
            {done} of {all} done
          </Trans>
        </span>
      </header>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.to} className={classes.step} data-done={step.isDone || undefined}>
            {step.isDone ? (
              <IconCircleCheck size={20} stroke={1.75} aria-label={t`Done`} role="img" />
            ) : (
              <IconCircle size={20} stroke={1.75} aria-label={t`Not completed`} role="img" />
            )}
            <span className={classes.stepName}>{step.name}</span>
            {!step.isDone && step.may && (
              <Button component={Link} to={step.to} size="xs" variant={step === first ? 'filled' : 'default'}>
                {step.verb}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
