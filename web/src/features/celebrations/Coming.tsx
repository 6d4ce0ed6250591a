import type { Celebration } from '@crewline/contract/celebrations'
import { CELEBRATION_AHEAD_DAYS } from '@crewline/contract/celebration-limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconCalendarHeart, IconCalendarQuestion } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useCelebrationReachQuery } from './api.ts'
import { CalendarView } from './calendar/CalendarView.tsx'
import { withoutDatePath } from './celebration-rules.ts'
import classes from './Celebrations.module.css'
import { People } from './People.tsx'
import { useAskForDate } from './useAskForDate.ts'
import { useCanEditCelebrations } from './useCanEditCelebrations.ts'

function AskButton({ celebration }: { celebration: Celebration }) {
  const canEdit = useCanEditCelebrations()
  const canAsk = [canEdit, useCan('replies.manage'), useCan('broadcasts.draft')].every(Boolean)
  const { isBusy, ask } = useAskForDate()
  if (!canAsk) return null
  return (
    <Button
      variant="default"
      aria-busy={isBusy}
      // A disabled button would lose the focus.
      onClick={() => !isBusy && void ask(celebration)}
    >
      <Trans>Ask with a form</Trans>
    </Button>
  )
}

function WithoutDate({ celebration, count, hasMore }: { celebration: Celebration; count: number; hasMore: boolean }) {
  return (
    <div className={classes.without}>
      <p>
        {hasMore ? (
          <Trans>At least {count} people have no date on file.</Trans>
        ) : (
          <Plural value={count} one="# person has no date on file." other="# people have no date on file." />
        )}{' '}
        <Anchor component={Link} to={withoutDatePath(celebration)} underline="always">
          <Trans>Show contacts without a date</Trans>
        </Anchor>
      </p>
      <AskButton celebration={celebration} />
    </div>
  )
}

/** What to do while not one person has the date. */
function NoDates({ celebration }: { celebration: Celebration }) {
  const { t } = useLingui()
  const canImport = useCan('contacts.edit')
  return (
    <StatePanel
      kind="firstUse"
      icon={IconCalendarQuestion}
      title={t`No one has this date yet`}
      text={
        <Trans>
          No one gets this text until contacts have the date. Ask them with a form, import a file with a column for it,
          or let your HR system fill it.
        </Trans>
      }
      action={
        <div className={classes.actions}>
          <AskButton celebration={celebration} />
          {canImport && (
            <Button variant="default" component={Link} to="/dashboard/contacts/import">
              <Trans>Import a file</Trans>
            </Button>
          )}
        </div>
      }
    />
  )
}

/** Whose date comes in the next days, as a list or a calendar; each can be skipped. */
export function Coming({ celebration }: { celebration: Celebration }) {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const { data: reach } = useCelebrationReachQuery(celebration.id)
  if (reach && !reach.hasDates && reach.withoutDate > 0) return <NoDates celebration={celebration} />
  const isCalendar = params.get('view') === 'calendar'
  const empty = (
    <StatePanel
      kind="done"
      icon={IconCalendarHeart}
      title={t`No dates in the next ${CELEBRATION_AHEAD_DAYS} days`}
      text={t`People appear here as their date comes closer.`}
    />
  )
  return (
    <>
      {reach && reach.withoutDate > 0 && (
        <WithoutDate celebration={celebration} count={reach.withoutDate} hasMore={reach.hasMore} />
      )}
      {!celebration.isOn && (
        <p className={classes.notice}>
          <Trans>This celebration is off. Turn it on to text these people.</Trans>
        </p>
      )}
      <SegmentedControl
        className={classes.views}
        aria-label={t`View`}
        data={[
          { value: 'list', label: t`List` },
          { value: 'calendar', label: t`Calendar` },
        ]}
        value={isCalendar ? 'calendar' : 'list'}
        onChange={(view) =>
          setParams(view === 'calendar' ? { tab: 'coming', view } : { tab: 'coming' }, { replace: true })
        }
      />
      {isCalendar ? (
        <CalendarView celebration={celebration} empty={empty} />
      ) : (
        <People celebration={celebration} label={t`Coming up`} empty={empty} />
      )}
    </>
  )
}
