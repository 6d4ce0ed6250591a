import { formatDate, formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Table, UnstyledButton } from '@mantine/core'
import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import classes from './Hours.module.css'
import detail from './Detail.module.css'

export interface HoursProps {
  hours: Reply<'broadcastAnalytics'>['timeline']
  timeZone: string
  /** A poll or a request to confirm, whose answers are shown in place of other replies. */
  isAsking: boolean
}

function useHourWords(timeZone: string, isAsking: boolean) {
  const { t, i18n } = useLingui()
  return ({ at, sent, delivered, replied, answered }: HoursProps['hours'][number]): string => {
    const hour = formatDate(at, 'weekdayTime', i18n.locale, timeZone)
    const counts = [
      plural(sent, { one: '# sent', other: '# sent' }),
      plural(delivered, { one: '# delivered', other: '# delivered' }),
      isAsking
        ? plural(answered, { one: '# answer', other: '# answers' })
        : plural(replied, { one: '# reply', other: '# replies' }),
    ].join(', ')
    return t`${hour}: ${counts}`
  }
}

function Bars({ hours, timeZone, isAsking }: HoursProps) {
  const { t, i18n } = useLingui()
  const describe = useHourWords(timeZone, isAsking)
  const said = (hour: HoursProps['hours'][number]) => (isAsking ? hour.answered : hour.replied)
  const [at, setAt] = useState(0)
  const top = Math.max(1, ...hours.map((hour) => Math.max(hour.sent, hour.delivered, said(hour))))
  const active = hours[Math.min(at, hours.length - 1)]
  const first = hours[0]
  const last = hours.at(-1)
  if (!active || !first || !last) return null

  function step(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -hours.length, End: hours.length }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = Math.max(0, Math.min(hours.length - 1, at + (isRtl && event.key.startsWith('Arrow') ? -by : by)))
    setAt(next)
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }

  const height = (count: number): CSSProperties => ({ blockSize: `${(count / top) * 100}%` })
  return (
    <>
      <ul className={classes.legend}>
        <li data-series="sent">{t`Sent`}</li>
        <li data-series="delivered">{t`Delivered`}</li>
        <li data-series="replied">{isAsking ? t`Answers` : t`Replies`}</li>
      </ul>
      <p className={classes.readout}>{describe(active)}</p>
      <div
        className={classes.bars}
        role="group"
        aria-label={t`Messages by hour. Use the arrow keys to move between hours.`}
        onKeyDown={step}
      >
        {hours.map((hour, index) => (
          <UnstyledButton
            key={hour.at}
            className={classes.bar}
            tabIndex={hour === active ? 0 : -1}
            aria-label={describe(hour)}
            aria-current={hour === active || undefined}
            onFocus={() => setAt(index)}
            onPointerEnter={() => setAt(index)}
          >
            <span data-series="sent" style={height(hour.sent)} />
            <span data-series="delivered" style={height(hour.delivered)} />
            <span data-series="replied" style={height(said(hour))} />
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{formatDate(first.at, 'weekdayTime', i18n.locale, timeZone)}</span>
        <span>{formatDate(last.at, 'weekdayTime', i18n.locale, timeZone)}</span>
      </div>
    </>
  )
}

function HoursTable({ hours, timeZone, isAsking }: HoursProps) {
  const { t, i18n } = useLingui()
  return (
    // A box that scrolls must be reachable by keyboard.
    <div className={detail.tableBox} tabIndex={0} role="group" aria-label={t`First 24 hours`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t`Hour`}</Table.Th>
            <Table.Th scope="col" ta="end">{t`Sent`}</Table.Th>
            <Table.Th scope="col" ta="end">{t`Delivered`}</Table.Th>
            {isAsking && <Table.Th scope="col" ta="end">{t`Answers`}</Table.Th>}
            <Table.Th scope="col" ta="end">{t`Replies`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hours.map(({ at, sent, delivered, replied, answered }) => (
            <Table.Tr key={at}>
              <Table.Th scope="row" fw={400}>
                {formatDate(at, 'weekdayTime', i18n.locale, timeZone)}
              </Table.Th>
              <Table.Td ta="end">{formatNumber(sent, i18n.locale)}</Table.Td>
              <Table.Td ta="end">{formatNumber(delivered, i18n.locale)}</Table.Td>
              {isAsking && <Table.Td ta="end">{formatNumber(answered, i18n.locale)}</Table.Td>}
              <Table.Td ta="end">{formatNumber(replied, i18n.locale)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Shows what was sent, delivered and answered in the first 24 hours, as bars or as a table. */
export function Hours({ isAsking, hours, timeZone }: HoursProps) {
  const { t } = useLingui()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  if (hours.length === 0) return null
  return (
    <section className={detail.card} aria-labelledby="hours-title">
      <div className={detail.progressHead}>
        <h2 id="hours-title" className={detail.cardTitle}>{t`First 24 hours`}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t`View as`}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: t`Chart` },
            { value: 'table', label: t`Table` },
          ]}
        />
      </div>
      {view === 'chart' ? (
        <Bars hours={hours} timeZone={timeZone} isAsking={isAsking} />
      ) : (
        <HoursTable hours={hours} timeZone={timeZone} isAsking={isAsking} />
      )}
    </section>
  )
}
