import type { Analytics } from '@crewline/contract/analytics'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Title, UnstyledButton } from '@mantine/core'
import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import classes from './Dashboard.module.css'
import { barsOf, topOf, type Bar } from './dashboard-rules.ts'
import { DaysTable } from './DaysTable.tsx'
import { useDayNames } from './useDayNames.ts'

function Legend() {
  const { t } = useLingui()
  return (
    <ul className={classes.legend}>
      <li data-series="sent">{t`Sent`}</li>
      <li data-series="delivered">{t`Delivered`}</li>
      <li data-series="received">{t`Replies`}</li>
    </ul>
  )
}

function Bars({ bars }: { bars: Bar[] }) {
  const { t, i18n } = useLingui()
  const nameOf = useDayNames()
  const [at, setAt] = useState(bars.length - 1)
  const top = topOf(bars)
  const activeBar = bars[Math.min(at, bars.length - 1)]
  if (!activeBar) return null

  function describeBar({ start, end, sent, delivered, received }: Bar): string {
    const day = nameOf({ start, end })
    const counts = [
      plural(sent, { one: '# sent', other: '# sent' }),
      plural(delivered, { one: '# delivered', other: '# delivered' }),
      plural(received, { one: '# reply', other: '# replies' }),
    ].join(', ')
    return t`${day}: ${counts}`
  }

  function step(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -bars.length, End: bars.length }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const isArrow = event.key.startsWith('Arrow')
    const next = Math.max(0, Math.min(bars.length - 1, at + (isRtl && isArrow ? -by : by)))
    setAt(next)
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }

  const height = (count: number): CSSProperties => ({ blockSize: `${(count / top) * 100}%` })
  return (
    <>
      <p className={classes.readout}>{describeBar(activeBar)}</p>
      <div className={classes.plot}>
        <span className={classes.axis} aria-hidden>
          <span>{formatNumber(top, i18n.locale)}</span>
          <span>0</span>
        </span>
        <div
          className={classes.bars}
          role="group"
          aria-label={t`Messages by day. Use the arrow keys to move between days.`}
          onKeyDown={step}
        >
          {bars.map((bar, index) => (
            <UnstyledButton
              key={bar.start}
              className={classes.bar}
              tabIndex={bar === activeBar ? 0 : -1}
              aria-label={describeBar(bar)}
              aria-current={bar === activeBar || undefined}
              onFocus={() => setAt(index)}
              onPointerEnter={() => setAt(index)}
            >
              <span data-series="sent" style={height(bar.sent)} />
              <span data-series="delivered" style={height(bar.delivered)} />
              <span data-series="received" style={height(bar.received)} />
            </UnstyledButton>
          ))}
        </div>
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{nameOf(bars[0] ?? activeBar, 'short')}</span>
        <span>{nameOf(bars.at(-1) ?? activeBar, 'short')}</span>
      </div>
    </>
  )
}

/** Shows the messages sent, delivered and received per day, as bars or as a table. */
export function DaysChart({ series }: Pick<Analytics, 'series'>) {
  const { t } = useLingui()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const bars = barsOf(series)
  const hasNoMessages = bars.every(({ sent, delivered, received }) => sent + delivered + received === 0)
  return (
    <section className={classes.card} aria-labelledby="days-title">
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="days-title">
          {t`Sent, delivered, and replies by day`}
        </Title>
        {!hasNoMessages && (
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
        )}
      </header>
      {hasNoMessages ? (
        <p className={classes.quiet}>{t`No messages in this period.`}</p>
      ) : view === 'chart' ? (
        <>
          <Legend />
          <Bars key={bars[0]?.start} bars={bars} />
        </>
      ) : (
        <DaysTable bars={bars} />
      )}
    </section>
  )
}
