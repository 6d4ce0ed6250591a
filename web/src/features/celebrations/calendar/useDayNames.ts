import { formatDay } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CelebrationDay } from '../api.ts'

/** Returns how days of the calendar and their people are named. */
export function useDayNames() {
  const { t, i18n } = useLingui()
  const namesOf = (found: CelebrationDay | undefined): string[] =>
    found?.people.map(({ name }) => name || t`No name`) ?? []
  /** "Tuesday, June 10: 2 people" */
  const labelOf = (day: string, found: CelebrationDay | undefined): string => {
    const written = formatDay(day, 'longWeekdayDay', i18n.locale)
    const count = plural(found?.total ?? 0, { one: '# person', other: '# people' })
    return found ? t`${written}: ${count}` : written
  }
  return { namesOf, labelOf }
}
