import type { Celebration } from '@crewline/contract/celebrations'
import { CELEBRATION_AHEAD_DAYS } from '@crewline/contract/celebration-limits'
import { daysAfter } from '@crewline/contract/calendar'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useCelebrationCalendarQuery } from '../api.ts'
import { DayList } from './DayList.tsx'
import { MonthGrid } from './MonthGrid.tsx'

/** The next days as months, and on phones as a list of the days on which people get their text. */
export function CalendarView({ celebration, empty }: { celebration: Celebration; empty: ReactNode }) {
  const { data, isError, refetch } = useCelebrationCalendarQuery(celebration.id)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  if (!data) return isError ? <StatePanel kind="error" onRetry={() => void refetch()} /> : <Skeleton height={420} />
  const { days, today } = data
  if (days.length === 0) return empty
  if (isPhone) return <DayList celebration={celebration} days={days} />
  // Where people are in other time zones, their days may begin and end a day apart.
  const first = days.reduce((least, { day }) => (day < least ? day : least), today)
  const last = days.reduce((most, { day }) => (day > most ? day : most), daysAfter(today, CELEBRATION_AHEAD_DAYS))
  return <MonthGrid celebration={celebration} days={days} range={{ first, last, today }} />
}
