import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import dashboard from './Dashboard.module.css'
import { cellAfter, DAY_COUNT, HOUR_COUNT, type WeekHour } from './dashboard-rules.ts'
import { useHoursOfWeekQuery } from './figures-api.ts'
import { figurePath } from './figures/figure-url.ts'
import { useFigureNames } from './figures/useFigureNames.ts'
import classes from './HoursCard.module.css'
import type { useRange } from './useRange.ts'

const weekdays = Array.from({ length: DAY_COUNT }, (_, weekday) => weekday)
const hours = Array.from({ length: HOUR_COUNT }, (_, hour) => hour)
// A name at every hour does not fit in a cell.
const namedHours = 6

/**
 * Shows at which hours of the week people write, as a grid of 7 by 24 cells; on phones the days are the columns. Arrow
 * keys move between cells, Enter opens the messages of one.
 */
export default function HoursCard({ dateQuery, range }: Pick<ReturnType<typeof useRange>, 'dateQuery' | 'range'>) {
  const { t, i18n } = useLingui()
  const canRead = useCan('inbox.read')
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { data } = useHoursOfWeekQuery(dateQuery, { refetchOnMountOrArgChange: 60 })
  const { weekdayName, hourName } = useFigureNames()
  const [focused, setFocused] = useState<WeekHour>()
  const grid = useRef<HTMLTableElement>(null)
  if (!data || data.hours.length === 0) return null
  const counts = new Map(data.hours.map(({ weekday, hour, received }) => [weekday * HOUR_COUNT + hour, received]))
  const most = Math.max(...counts.values())
  const [busiest] = data.hours.toSorted((a, b) => b.received - a.received)
  const momentName = ({ weekday, hour }: WeekHour) => `${weekdayName(weekday, 'longWeekday')}, ${hourName(hour)}`
  const busiestMoment = busiest && momentName(busiest)
  const tabStop = focused ?? busiest ?? { weekday: 0, hour: 0 }

  function move(event: KeyboardEvent<HTMLElement>, at: WeekHour): void {
    const next = cellAfter(at, event.key, isPhone ? 'days' : 'hours')
    if (!next) return
    event.preventDefault()
    setFocused(next)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.weekday}-${next.hour}"]`)?.focus()
  }

  const cell = (weekday: number, hour: number) => {
    const received = counts.get(weekday * HOUR_COUNT + hour) ?? 0
    const number = formatNumber(received, i18n.locale)
    const moment = momentName({ weekday, hour })
    const shared = {
      className: classes.cell,
      'data-cell': `${weekday}-${hour}`,
      'aria-label': t`${moment}: ${number}`,
      title: t`${moment}: ${number}`,
      tabIndex: tabStop.weekday === weekday && tabStop.hour === hour ? 0 : -1,
      style: { '--share': `${Math.round((received / most) * 100)}%` } as CSSProperties,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => move(event, { weekday, hour }),
      onFocus: () => setFocused({ weekday, hour }),
    }
    return (
      <td key={`${weekday}-${hour}`}>
        {received > 0 && canRead ? (
          <Link {...shared} to={figurePath({ kind: 'received', range, hour: { weekday, hour } })} />
        ) : (
          <span {...shared} role="img" />
        )}
      </td>
    )
  }

  const hourHead = (hour: number, every: number) =>
    hour % every === 0 ? hourName(hour) : <VisuallyHidden>{hourName(hour)}</VisuallyHidden>
  const [columns, rows] = isPhone ? [weekdays, hours] : [hours, weekdays]
  return (
    <section className={dashboard.card} aria-labelledby="hours-title">
      <header className={dashboard.cardHead}>
        <div>
          <Title order={2} size="h3" id="hours-title">
            <Trans>When people write</Trans>
          </Title>
          {busiestMoment && <p className={dashboard.summary}>{t`Busiest: ${busiestMoment}`}</p>}
        </div>
      </header>
      <table ref={grid} className={classes.grid} aria-labelledby="hours-title">
        <thead>
          <tr>
            <td aria-hidden />
            {columns.map((column) => (
              <th key={column} scope="col">
                {isPhone ? weekdayName(column, 'weekday') : hourHead(column, namedHours)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{isPhone ? hourHead(row, namedHours / 2) : weekdayName(row, 'weekday')}</th>
              {columns.map((column) => (isPhone ? cell(column, row) : cell(row, column)))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
