import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import tick from '../../../shared/ui/text/StatusTick.module.css'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import type { Greetings } from './api.ts'
import classes from './Calls.module.css'
import { emptyDraft, playing, type ByHoursDraft, type Hour } from './greeting-draft.ts'
import { GreetingFields } from './GreetingFields.tsx'

type Hours = Greetings['hours']

export interface ByHoursFieldsProps {
  draft: ByHoursDraft
  onChange: (draft: ByHoursDraft) => void
  hours: Hours
  /** Why each greeting cannot be saved as it is. */
  problems: Partial<Record<Hour, string>>
}

/** Marks the greeting that callers hear now. */
export function PlaysNow() {
  return (
    <span className={tick.tick} data-tone="green">
      <IconVolume className={tick.icon} size={14} stroke={2} aria-hidden />
      <Trans>Playing now</Trans>
    </span>
  )
}

function When({ label, isNow }: { label: string; isNow: boolean }) {
  return (
    <div className={classes.when}>
      {label}
      {isNow && <PlaysNow />}
    </div>
  )
}

/** The greetings inside business hours, outside them and on holidays, with a mark on the one that plays now. */
export function ByHoursFields({ draft, onChange, hours, problems }: ByHoursFieldsProps) {
  const { t } = useLingui()
  const { open, closed, holiday } = draft
  const now = playing(hours, draft)
  return (
    <>
      {(closed || holiday) && (
        <When label={closed ? t`During business hours` : t`All other days`} isNow={now === 'open'} />
      )}
      <GreetingFields
        label={t`What callers hear`}
        draft={open}
        onChange={(part) => onChange({ ...draft, open: { ...open, ...part } })}
        problem={problems.open ?? ''}
      />
      <Switch
        label={t`Use a different greeting outside business hours`}
        description={<HoursNow hours={hours} />}
        checked={closed !== null}
        onChange={(event) => onChange({ ...draft, closed: event.currentTarget.checked ? emptyDraft : null })}
      />
      {closed && (
        <>
          <When label={t`Outside business hours`} isNow={now === 'closed'} />
          <GreetingFields
            label={t`What callers hear outside business hours`}
            draft={closed}
            onChange={(part) => onChange({ ...draft, closed: { ...closed, ...part } })}
            problem={problems.closed ?? ''}
          />
        </>
      )}
      <Switch
        label={t`Use a different greeting on holidays`}
        description={<HolidayNow hours={hours} />}
        checked={holiday !== null}
        onChange={(event) => onChange({ ...draft, holiday: event.currentTarget.checked ? emptyDraft : null })}
      />
      {holiday && (
        <>
          <When label={t`On holidays`} isNow={now === 'holiday'} />
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

/** Shows whether today is a holiday, and links to the holidays. */
function HolidayNow({ hours: { holiday } }: { hours: Hours }) {
  const canSet = useCan('organization.manage')
  return (
    <>
      {holiday === null ? (
        <Trans>Today isn't a holiday.</Trans>
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

/** Shows whether the organization is open now and until when, and links to its hours. */
function HoursNow({ hours: { isOpen, changesAt } }: { hours: Hours }) {
  const due = useDue()
  const zone = useSession(({ auth }) => auth.organization?.timezone)
  const canSet = useCan('organization.manage')
  const until = changesAt === null ? '' : due(changesAt, zone)
  return (
    <>
      {until === '' ? (
        isOpen ? (
          <Trans>You're always open.</Trans>
        ) : (
          <Trans>No business hours are set, so you're treated as always closed.</Trans>
        )
      ) : isOpen ? (
        <Trans>You're open until {until}.</Trans>
      ) : (
        <Trans>You're closed until {until}.</Trans>
      )}{' '}
      {canSet && (
        <Anchor className={classes.link ?? ''} component={Link} to="/dashboard/settings?tab=texting#business-hours">
          <Trans>Set business hours</Trans>
        </Anchor>
      )}
    </>
  )
}
