import type { Schedule } from '@crewline/contract/schedule'
import { occurrencesAfter } from '@crewline/contract/schedule-rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useDue } from '../../../../shared/ui/text/useDue.ts'

/** Returns a function that names what the send button does. */
export function useSendLabel(): (schedule: Schedule, people: number, needsApproval: boolean) => string {
  const { t } = useLingui()
  const due = useDue()
  return (schedule, people, needsApproval) => {
    if (needsApproval) return t`Ask for approval`
    if (schedule.mode === 'now') return plural(people, { one: 'Send to # person', other: 'Send to # people' })
    const [next] = occurrencesAfter(schedule, new Date(), 1)
    if (!next) return t`Schedule`
    const time = due(next.at, schedule.timeZone)
    return schedule.mode === 'once' ? t`Schedule for ${time}` : t`Repeat from ${time}`
  }
}
