import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Screen } from '../../../shared/ui/Screen.tsx'
import type { Range } from '../dashboard-rules.ts'
import { useDayNames } from '../useDayNames.ts'
import type { ContactFigure, MessageFigure } from './figure-url.ts'
import classes from './Figure.module.css'
import { useFigureNames } from './useFigureNames.ts'

export interface FigureScreenProps {
  title: string
  /** The figure counts what is the case now, so its days are not shown. */
  isNow?: boolean
  figure: MessageFigure | ContactFigure
  /** The days as the server reads them, and the name of the group or member; undefined until they are loaded. */
  loaded: { range: Range; label: string | null } | undefined
  /** "312 messages". */
  count: ReactNode
  children: ReactNode
}

/** The frame of a list that a figure of the dashboard opens: what is counted, on which days, and how many. */
export function FigureScreen({ title, isNow = false, figure, loaded, count, children }: FigureScreenProps) {
  const { t } = useLingui()
  const dayNames = useDayNames()
  const { cuts, rowName, weekdayName, hourName } = useFigureNames()
  const { range, cut, hour } = figure
  const days = loaded?.range ?? range
  const isOffShift = ['off_shift_sent', 'off_shift_received', 'people_off_shift'].includes(figure.kind)
  const home = isOffShift ? '/dashboard/analytics/off-shift' : '/dashboard'
  const back = range && !isNow && !isOffShift ? `${home}?startDate=${range.start}&endDate=${range.end}` : home
  return (
    <Screen title={title}>
      <div className={classes.head}>
        <Anchor component={Link} to={back} size="sm" className={classes.back ?? ''}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
          {isOffShift ? <Trans>After-hours report</Trans> : <Trans>Dashboard</Trans>}
        </Anchor>
        <ul className={classes.conditions} aria-label={t`What is counted`}>
          {!isNow && days && <li>{dayNames(days, 'short')}</li>}
          {cut && (
            <li>
              {cuts[cut.by]}: <bdi translate="no">{rowName({ ...cut, label: loaded?.label })}</bdi>
            </li>
          )}
          {hour && (
            <li>
              {weekdayName(hour.weekday, 'longWeekday')}, {hourName(hour.hour)}
            </li>
          )}
        </ul>
        <p className={classes.count} role="status">
          {count}
        </p>
      </div>
      {children}
    </Screen>
  )
}
