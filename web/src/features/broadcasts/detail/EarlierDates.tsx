import type { Broadcast } from '@crewline/contract/broadcasts'
import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useDue, useMyZone } from '../../../shared/ui/text/useDue.ts'
import detail from './Detail.module.css'
import classes from './Progress.module.css'

type EarlierDate = Reply<'broadcastProgress'>['earlierDates'][number]

export interface EarlierDatesProps {
  dates: EarlierDate[]
  broadcast: Pick<Broadcast, 'timeZone'>
}

function DateLine({ date: { occurrence, count, last }, timeZone }: { date: EarlierDate; timeZone: string }) {
  const { i18n } = useLingui()
  const due = useDue()
  const date = formatDate(`${occurrence}Z`, 'dateTime', i18n.locale, 'UTC')
  const n = formatNumber(count, i18n.locale)
  const until = due(last, timeZone)
  return (
    <Plural
      value={count}
      one={`${date}: # person is still waiting, until ${until}.`}
      other={`${date}: ${n} people are still waiting, the last until ${until}.`}
    />
  )
}

/** Says how many texts of earlier dates of a repeated broadcast still wait for a later time. */
export function EarlierDates({ dates, broadcast: { timeZone } }: EarlierDatesProps) {
  const mine = useMyZone()
  if (dates.length === 0) return null
  const zone = timeZone.replaceAll('_', ' ')
  return (
    <section className={detail.card} aria-labelledby="earlier-dates-title">
      <h2 id="earlier-dates-title" className={detail.cardTitle}>
        <Trans>Earlier dates</Trans>
      </h2>
      <ul className={classes.waits} aria-labelledby="earlier-dates-title">
        {dates.map((date) => (
          <li key={date.runId}>
            <DateLine date={date} timeZone={timeZone} />
          </li>
        ))}
        {timeZone !== mine && (
          <li>
            <Trans>
              Times are in <span translate="no">{zone}</span>.
            </Trans>
          </li>
        )}
      </ul>
    </section>
  )
}
