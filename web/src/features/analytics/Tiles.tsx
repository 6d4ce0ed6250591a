import type { Analytics } from '@crewline/contract/analytics'
import { formatNumber, formatPercent } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { IconEqual } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import classes from './Dashboard.module.css'
import { countDelta, shareDelta, shareOf, type Delta } from './dashboard-rules.ts'

interface TileProps {
  name: string
  value: string
  /** The list of exactly the counted items. */
  to?: string | undefined
  /** What the number is compared with. */
  context: ReactNode
}

function Tile({ name, value, to, context }: TileProps) {
  return (
    <li className={classes.tile}>
      <p className={classes.tileName}>{name}</p>
      <p className={classes.tileValue}>{to ? <Link to={to}>{value}</Link> : value}</p>
      {context}
    </li>
  )
}

interface MovedProps {
  delta: Delta | undefined
  /** The direction that is good; neutral when absent. */
  good?: 'up' | 'down'
  unit: '%' | 'points'
}

/** Shows the change from the previous days with arrow, sign and label. */
function Moved({ delta, good, unit }: MovedProps) {
  const { t, i18n } = useLingui()
  if (!delta) return <p className={classes.context}>{t`No earlier data to compare`}</p>
  const { way, by } = delta
  if (way === 'same')
    return (
      <p className={classes.context}>
        <IconEqual size={16} stroke={1.75} aria-hidden />
        {t`Same as before`}
      </p>
    )
  const size = formatNumber(by, i18n.locale)
  const percent = way === 'up' ? t`↑ ${size}%` : t`↓ ${size}%`
  const points = way === 'up' ? t`↑ ${size} pts` : t`↓ ${size} pts`
  return (
    <p className={classes.context} data-tone={good ? (good === way ? 'good' : 'bad') : undefined}>
      {unit === '%' ? percent : points}
    </p>
  )
}

/** Shows the totals of the chosen days: one number each, with what it is compared with. */
export function Tiles({ totals, previous }: Pick<Analytics, 'totals' | 'previous'>) {
  const { t, i18n } = useLingui()
  const canRead = useCan('contacts.read')
  const delivered = shareOf(totals.delivered, totals.sent)
  const deliveredBefore = shareOf(previous.delivered, previous.sent)
  const all = formatNumber(totals.contacts, i18n.locale)
  return (
    <ul className={classes.tiles}>
      <Tile
        name={t`Messages sent`}
        value={formatNumber(totals.sent, i18n.locale)}
        context={<Moved delta={countDelta(totals.sent, previous.sent)} unit="%" />}
      />
      <Tile
        name={t`Delivered`}
        value={delivered === undefined ? '–' : formatPercent(delivered, i18n.locale, 1)}
        context={<Moved delta={shareDelta(delivered, deliveredBefore)} good="up" unit="points" />}
      />
      <Tile
        name={t`Not delivered`}
        value={formatNumber(totals.notDelivered, i18n.locale)}
        context={<Moved delta={countDelta(totals.notDelivered, previous.notDelivered)} good="down" unit="%" />}
      />
      <Tile
        name={t`Contacts who replied`}
        value={formatNumber(totals.contactsWhoReplied, i18n.locale)}
        context={
          <Moved delta={countDelta(totals.contactsWhoReplied, previous.contactsWhoReplied)} good="up" unit="%" />
        }
      />
      <Tile
        name={t`Opt-outs`}
        value={formatNumber(totals.optOuts, i18n.locale)}
        context={<Moved delta={countDelta(totals.optOuts, previous.optOuts)} good="down" unit="%" />}
      />
      <Tile
        name={t`Can get texts now`}
        value={formatNumber(totals.reachable, i18n.locale)}
        to={canRead ? '/dashboard/contacts?view=can_text' : undefined}
        context={<p className={classes.context}>{t`of ${all} contacts`}</p>}
      />
    </ul>
  )
}
