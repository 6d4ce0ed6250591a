import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Plural, useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import classes from './Progress.module.css'
import { ZoneItem } from './ZoneItem.tsx'

type Wait = Reply<'broadcastProgress'>['waits'][number]

export interface WaitsProps {
  waits: Wait[]
  run: Pick<BroadcastRun, 'occurrence'>
  broadcast: Pick<Broadcast, 'schedule' | 'timeZone'>
}

/** One line of Waits. The moments are the same when they are shown alike, such as 8:00 AM and some seconds later. */
function WaitLine({
  wait: { reason, count, ...moments },
  run,
  broadcast: { schedule, timeZone },
}: Omit<WaitsProps, 'waits'> & { wait: Wait }) {
  const { i18n } = useLingui()
  const due = useDue()
  const n = formatNumber(count, i18n.locale)
  const first = due(moments.first, timeZone)
  const last = due(moments.last, timeZone)
  const isOneMoment = first === last
  const isLocal = schedule.mode !== 'now' && schedule.inContactZone
  // The date and time of day on the clock of each person.
  const clock = isLocal ? formatDate(`${run.occurrence}Z`, 'time', i18n.locale, 'UTC') : null
  switch (reason) {
    case 'another_try':
      return isOneMoment ? (
        <Plural
          value={count}
          one={`# person is waiting for another try at ${last}, because the last one failed.`}
          other={`${n} people are waiting for another try at ${last}, because the last one failed.`}
        />
      ) : (
        <Plural
          value={count}
          one={`# person is waiting for another try at ${last}, because the last one failed.`}
          other={`${n} people are waiting for another try, because the last one failed: the first at ${first}, the last at ${last}.`}
        />
      )
    case 'quiet_hours':
      return isOneMoment ? (
        <Plural
          value={count}
          one={`# person is in quiet hours and gets it at ${last}.`}
          other={`${n} people are in quiet hours and get it at ${last}.`}
        />
      ) : (
        <Plural
          value={count}
          one={`# person is in quiet hours and gets it at ${last}.`}
          other={`${n} people are in quiet hours: the first get it at ${first}, the last at ${last}.`}
        />
      )
    case 'off_shift':
      return isOneMoment ? (
        <Plural
          value={count}
          one={`# person is off shift and gets it at ${last}.`}
          other={`${n} people are off shift and get it at ${last}.`}
        />
      ) : (
        <Plural
          value={count}
          one={`# person is off shift and gets it at ${last}.`}
          other={`${n} people are off shift: the first get it at ${first}, the last at ${last}.`}
        />
      )
    case 'local_time':
      return isOneMoment || clock === null ? (
        <Plural
          value={count}
          one={`# person gets it at ${last}.`}
          other={`${n} people get it at ${last} at the latest.`}
        />
      ) : (
        <Plural
          value={count}
          one={`# person gets it at ${clock} where they are, at ${last}.`}
          other={`${n} people get it at ${clock} where they are: the first at ${first}, the last at ${last}.`}
        />
      )
  }
}

/** Says how many texts of a run wait for a later time, what for, and until when on the clock of the broadcast. */
export function Waits({ waits, run, broadcast }: WaitsProps) {
  const { t } = useLingui()
  if (waits.length === 0) return null
  return (
    <ul className={classes.waits} aria-label={t`Waiting for a later time`}>
      {waits.map((wait) => (
        <li key={wait.reason}>
          <WaitLine wait={wait} run={run} broadcast={broadcast} />
        </li>
      ))}
      <ZoneItem timeZone={broadcast.timeZone} />
    </ul>
  )
}
