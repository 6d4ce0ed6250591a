import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { BarChart, ChartTooltip, type ChartTooltipProps } from '@mantine/charts'
// Without it the chart has no height and draws nothing.
import '@mantine/charts/styles.layer.css'
import { useDirection } from '@mantine/core'
import classes from './Dashboard.module.css'
import type { Bar } from './dashboard-rules.ts'
import { useDayNames } from './useDayNames.ts'
import { useSeries } from './useSeries.ts'

interface DayTooltipProps extends Pick<ChartTooltipProps, 'series' | 'valueFormatter'> {
  nameOf: (start: unknown) => string
  /** The chart adds the start of the day that is pointed at, and its values. */
  label?: unknown
  payload?: ChartTooltipProps['payload']
}

/** Shows the values of one day, and announces them to screen readers. */
function DayTooltip({ label: start, nameOf, payload, series, valueFormatter }: DayTooltipProps) {
  return (
    <div role="status">
      <ChartTooltip label={nameOf(start)} payload={payload} series={series} valueFormatter={valueFormatter} />
    </div>
  )
}

/** Draws the bars, with an axis of counts and one of dates; the arrow keys move from day to day. */
export default function DaysPlot({ bars }: { bars: Bar[] }) {
  const { t, i18n } = useLingui()
  const nameOf = useDayNames()
  const { dir } = useDirection()
  const series = useSeries()
  // The chart passes it on, which its types do not say.
  const label = { 'aria-label': t`Messages by day. Use the arrow keys to move between days.` }
  const byStart = new Map(bars.map((bar) => [bar.start, bar]))
  const nameOfStart = (start: unknown) => {
    const bar = byStart.get(String(start))
    return bar ? nameOf(bar) : ''
  }
  const countOf = (count: number) => formatNumber(count, i18n.locale)
  return (
    <BarChart
      className={classes.plot ?? ''}
      data={bars}
      dataKey="start"
      series={series}
      dir={dir}
      gridAxis="x"
      strokeDasharray="0"
      gridColor="var(--app-line)"
      cursorFill="var(--app-hover)"
      valueFormatter={countOf}
      maxBarWidth={12}
      barProps={{ radius: [2, 2, 0, 0] }}
      barChartProps={{
        ...label,
        barGap: 1,
        barCategoryGap: '15%',
        margin: { top: 8, right: 8, bottom: 0, left: 0 },
      }}
      xAxisProps={{
        reversed: dir === 'rtl',
        minTickGap: 24,
        height: 32,
        tickFormatter: (start: string) => {
          const bar = byStart.get(start)
          return bar ? nameOf({ start: bar.start, end: bar.start }, 'short') : ''
        },
      }}
      yAxisProps={{ orientation: dir === 'rtl' ? 'right' : 'left', width: 48, allowDecimals: false }}
      tooltipProps={{
        content: <DayTooltip nameOf={nameOfStart} series={series} valueFormatter={countOf} />,
      }}
    />
  )
}
