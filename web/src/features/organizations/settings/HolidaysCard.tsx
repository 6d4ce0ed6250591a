import { dayIn } from '@crewline/contract/calendar'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCreateHolidayMutation, useDeleteHolidayMutation, useHolidaysQuery, type Holiday } from '../holidays-api.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { InheritedNotice } from './InheritedNotice.tsx'
import { hasPublicHolidays, publicHolidays } from './public-holidays.ts'
import classes from '../../../shared/ui/settings/EntryList.module.css'
import texting from './Texting.module.css'
import { useInherited } from './useInherited.ts'
import { useHolidayText } from './useHolidayText.ts'

const HolidayEditor = lazy(() => import('./HolidayEditor.tsx'))
const PublicHolidaysPicker = lazy(() => import('./PublicHolidaysPicker.tsx'))

/** Lists the days on which the organization is closed regardless of its hours; saved one by one. */
export function HolidaysCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const organization = useSession(({ auth }) => auth.organization)
  const { data: holidays, isError, refetch } = useHolidaysQuery()
  const { inherited } = useInherited('holidays')
  const [remove] = useDeleteHolidayMutation()
  const [create] = useCreateHolidayMutation()
  const [open, setOpen] = useState<Holiday | 'new' | 'public'>()
  const [openedAt] = useState(() => Date.now())
  if (!organization) return null
  const { country, timezone } = organization
  const today = dayIn(timezone, openedAt)
  const isSaved = (day: string) => holidays?.some(({ next }) => next && next.from <= day && day <= next.to)
  const offered = publicHolidays(country, today).filter(({ day }) => !isSaved(day))
  const close = () => setOpen(undefined)

  async function removeHoliday({ id, name, from, to, yearly }: Holiday): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.failed(error, { title: t`Couldn't remove`, message: messageFor(error) })
    toast.undo({ message: t`Holiday removed.`, onUndo: () => void create({ name, from, to, yearly }) })
  }
  return (
    <SettingsCard
      id="holidays"
      title={t`Holidays`}
      text={t`You're closed all day on these days, in your organization's time zone.`}
      state={
        <span className={texting.ways}>
          {hasPublicHolidays(country) && offered.length > 0 && holidays && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('public')}>
              <Trans>Public holidays</Trans>
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setOpen('new')}>
            <Trans>Add holiday</Trans>
          </Button>
        </span>
      }
    >
      {inherited && <InheritedNotice kind="holidays" inherited={inherited} />}
      {isError && !holidays && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {!holidays && !isError && <SkeletonRows count={2} />}
      {holidays?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconCalendarOff}
          title={t`No holidays yet`}
          text={t`Add days when your team is away. Texts get the away reply and callers hear the holiday greeting.`}
          compact
        />
      )}
      {holidays && holidays.length > 0 && (
        <ul className={classes.list}>
          {holidays.map((holiday) => (
            <HolidayEntry
              key={holiday.id}
              holiday={holiday}
              today={today}
              parent={inherited?.parent}
              onChange={() => setOpen(holiday)}
              onRemove={() => void removeHoliday(holiday)}
            />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {open === 'public' && <PublicHolidaysPicker country={country} offered={offered} onClose={close} />}
        {open && open !== 'public' && <HolidayEditor holiday={open === 'new' ? undefined : open} onClose={close} />}
      </Suspense>
    </SettingsCard>
  )
}

interface HolidayEntryProps {
  holiday: Holiday
  today: string
  /** The parent organization, if it shares holidays. */
  parent: string | undefined
  onChange: () => void
  onRemove: () => void
}

/** Shows a holiday: its name, its current or next days, and whether they are over. */
function HolidayEntry({ holiday, today, parent, onChange, onRemove }: HolidayEntryProps) {
  const { t } = useLingui()
  const { daysOf } = useHolidayText()
  const { name, next, yearly, handedDown } = holiday
  const days = daysOf(next ?? holiday)
  return (
    <li className={classes.entry}>
      <div className={classes.about}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          {next && next.from <= today && (
            <span className={classes.quiet}>
              <Trans>Today</Trans>
            </span>
          )}
          {!next && (
            <span className={classes.quiet}>
              <Trans>Past</Trans>
            </span>
          )}
        </span>
        <p className={classes.words}>{yearly ? t`${days}, every year` : days}</p>
      </div>
      {handedDown ? (
        <span className={classes.quiet}>
          <bdi translate="no">{parent}</bdi>
        </span>
      ) : (
        <>
          <ActionIcon onClick={onChange} aria-label={t`Edit ${name}`}>
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon onClick={onRemove} aria-label={t`Remove ${name}`}>
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </>
      )}
    </li>
  )
}
