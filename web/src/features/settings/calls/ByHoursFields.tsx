import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import tick from '../../../shared/ui/StatusTick.module.css'
import { useDue } from '../../messages/index.ts'
import type { Greetings } from './api.ts'
import classes from './Calls.module.css'
import { emptyDraft, type ByHoursDraft } from './greeting-draft.ts'
import { GreetingFields } from './GreetingFields.tsx'

type Hours = Greetings['hours']

export interface ByHoursFieldsProps {
  draft: ByHoursDraft
  onChange: (draft: ByHoursDraft) => void
  hours: Hours
  /** Why each cannot be saved like this. */
  problems: Partial<Record<'open' | 'closed', string>>
}

/** Says which of two greetings callers hear now. */
export function PlaysNow() {
  return (
    <span className={tick.tick} data-tone="green">
      <IconVolume className={tick.icon} size={14} stroke={2} aria-hidden />
      <Trans>Plays now</Trans>
    </span>
  )
}

/** What callers hear inside business hours and outside them, and which of the two plays now. */
export function ByHoursFields({ draft, onChange, hours, problems }: ByHoursFieldsProps) {
  const { t } = useLingui()
  const { open, closed } = draft
  return (
    <>
      {closed && (
        <div className={classes.when}>
          <Trans>Inside business hours</Trans>
          {hours.isOpen && <PlaysNow />}
        </div>
      )}
      <GreetingFields
        label={t`What callers hear`}
        draft={open}
        onChange={(part) => onChange({ ...draft, open: { ...open, ...part } })}
        problem={problems.open ?? ''}
      />
      <Switch
        label={t`Another greeting outside business hours`}
        description={<HoursNow hours={hours} />}
        checked={closed !== null}
        onChange={(event) => onChange({ ...draft, closed: event.currentTarget.checked ? emptyDraft : null })}
      />
      {closed && (
        <>
          <div className={classes.when}>
            <Trans>Outside business hours</Trans>
            {!hours.isOpen && <PlaysNow />}
          </div>
          <GreetingFields
            label={t`What callers hear outside business hours`}
            draft={closed}
            onChange={(part) => onChange({ ...draft, closed: { ...closed, ...part } })}
            problem={problems.closed ?? ''}
          />
        </>
      )}
    </>
  )
}

/** Whether the organization is open now and until when, and where its hours are set. */
function HoursNow({ hours: { isOpen, changesAt } }: { hours: Hours }) {
  const due = useDue()
  const zone = useSession(({ auth }) => auth.organization?.timezone)
  const canSet = useCan('organization.manage')
  const until = changesAt === null ? '' : due(changesAt, zone)
  return (
    <>
      {until === '' ? (
        isOpen ? (
          <Trans>You are open at all hours.</Trans>
        ) : (
          <Trans>No business hours are set, so you count as closed.</Trans>
        )
      ) : isOpen ? (
        <Trans>You are open until {until}.</Trans>
      ) : (
        <Trans>You are closed until {until}.</Trans>
      )}{' '}
      {canSet && (
        <Anchor className={classes.link ?? ''} component={Link} to="/dashboard/settings?tab=texting#business-hours">
          <Trans>Set business hours</Trans>
        </Anchor>
      )}
    </>
  )
}
