import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import tick from '../../../shared/ui/StatusTick.module.css'
import { useDue } from '../../messages/index.ts'
import type { Greetings } from './api.ts'
import classes from './Calls.module.css'
import { emptyDraft, playing, type ByHoursDraft, type Hour } from './greeting-draft.ts'
import { GreetingFields } from './GreetingFields.tsx'

type Hours = Greetings['hours']

export interface ByHoursFieldsProps {
  draft: ByHoursDraft
  onChange: (draft: ByHoursDraft) => void
  hours: Hours
  /** Why each cannot be saved like this. */
  problems: Partial<Record<Hour, string>>
}

/** Says which of several greetings callers hear now. */
export function PlaysNow() {
  return (
    <span className={tick.tick} data-tone="green">
      <IconVolume className={tick.icon} size={14} stroke={2} aria-hidden />
      <Trans>Plays now</Trans>
    </span>
  )
}

function When({ words, isNow }: { words: string; isNow: boolean }) {
  return (
    <div className={classes.when}>
      {words}
      {isNow && <PlaysNow />}
    </div>
  )
}

/** What callers hear inside business hours, outside them and on holidays, and which of these plays now. */
export function ByHoursFields({ draft, onChange, hours, problems }: ByHoursFieldsProps) {
  const { t } = useLingui()
  const { open, closed, holiday } = draft
  const now = playing(hours, draft)
  return (
    <>
      {(closed || holiday) && (
        <When words={closed ? t`Inside business hours` : t`On all other days`} isNow={now === 'open'} />
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
          <When words={t`Outside business hours`} isNow={now === 'closed'} />
          <GreetingFields
            label={t`What callers hear outside business hours`}
            draft={closed}
            onChange={(part) => onChange({ ...draft, closed: { ...closed, ...part } })}
            problem={problems.closed ?? ''}
          />
        </>
      )}
      <Switch
        label={t`Another greeting on holidays`}
        description={<HolidayNow hours={hours} />}
        checked={holiday !== null}
        onChange={(event) => onChange({ ...draft, holiday: event.currentTarget.checked ? emptyDraft : null })}
      />
      {holiday && (
        <>
          <When words={t`On holidays`} isNow={now === 'holiday'} />
          <GreetingFields
            label={t`What callers hear on holidays`}
            draft={holiday}
            onChange={(part) => onChange({ ...draft, holiday: { ...holiday, ...part } })}
            problem={problems.holiday ?? ''}
          />
        </>
      )}
    </>
  )
}

/** Whether today is a holiday, and where holidays are set. */
function HolidayNow({ hours: { holiday } }: { hours: Hours }) {
  const canSet = useCan('organization.manage')
  return (
    <>
      {holiday === null ? (
        <Trans>Today is no holiday.</Trans>
      ) : (
        <Trans>
          Today is a holiday: <bdi>{holiday}</bdi>.
        </Trans>
      )}{' '}
      {canSet && (
        <Anchor className={classes.link ?? ''} component={Link} to="/dashboard/settings?tab=texting#holidays">
          <Trans>Set holidays</Trans>
        </Anchor>
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
