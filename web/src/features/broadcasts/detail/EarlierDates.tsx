import type { Broadcast } from '@crewline/contract/broadcasts'
import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import detail from './Detail.module.css'
import classes from './Progress.module.css'
import { ZoneItem } from './ZoneItem.tsx'

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
  const until = last === null ? '' : due(last, timeZone)
  return last === null ? (
    <Plural
      value={count}
      one={`${date}: # person is still waiting.`}
      other={`${date}: ${n} people are still waiting.`}
    />
  ) : (
    <Plural
      value={count}
      one={`${date}: # person is still waiting, until ${until}.`}
      other={`${date}: ${n} people are still waiting, the last until ${until}.`}
    />
  )
}

/** Says how many texts of earlier dates of a repeated broadcast still wait for a later time, or are paused with it. */
export function EarlierDates({ dates, broadcast: { timeZone } }: EarlierDatesProps) {
  if (dates.length === 0) return null
  const isPaused = dates.some(({ last }) => last === null)
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
        {isPaused && (
          <li>
            <Trans>These texts are paused too. They're sent after the broadcast is resumed.</Trans>
          </li>
        )}
        <ZoneItem timeZone={timeZone} />
      </ul>
    </section>
  )
}
