import type { Analytics } from '@crewline/contract/analytics'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Title } from '@mantine/core'
import { Suspense, useState, type CSSProperties } from 'react'
import { afterPaint } from '../../shared/lib/after-paint.ts'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import classes from './Dashboard.module.css'
import { barsOf } from './dashboard-rules.ts'
import { DaysTable } from './DaysTable.tsx'
import { useSeries } from './useSeries.ts'

// The chart library weighs more than the rest of the screen, so it is fetched once the numbers are on screen.
const DaysPlot = lazyPart(async () => {
  await afterPaint()
  return import('./DaysPlot.tsx')
})

function Legend() {
  return (
    <ul className={classes.legend}>
      {useSeries().map(({ name, label, color }) => (
        <li key={name} style={{ '--series': color } as CSSProperties}>
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Shows the messages sent, not delivered and received per day, as bars or as a table. */
export function DaysChart({ series, totals }: Pick<Analytics, 'series' | 'totals'>) {
  const { t } = useLingui()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const bars = barsOf(series)
  const hasNoMessages = bars.every(({ sent, notDelivered, received }) => sent + notDelivered + received === 0)
  const sent = plural(totals.sent, { one: '# message sent', other: '# messages sent' })
  const segments = plural(totals.sentTexts, { one: '# segment', other: '# segments' })
  const received = plural(totals.received, { one: '# message received', other: '# messages received' })
  return (
    <section className={classes.card} aria-labelledby="days-title">
      <header className={classes.cardHead}>
        <div>
          <Title order={2} size="h3" id="days-title">
            {t`Messages by day`}
          </Title>
          {!hasNoMessages && <p className={classes.summary}>{t`${sent} in ${segments}, ${received}`}</p>}
        </div>
        {!hasNoMessages && view === 'chart' && <Legend />}
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
        <Suspense fallback={<div className={classes.plot} />}>
          <DaysPlot bars={bars} />
        </Suspense>
      ) : (
        <DaysTable bars={bars} />
      )}
    </section>
  )
}
