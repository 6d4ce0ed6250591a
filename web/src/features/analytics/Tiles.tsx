import type { Analytics } from '@crewline/contract/analytics'
import type { ReplyTime } from '@crewline/contract/figures'
import { formatNumber, formatPercent } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { IconEqual } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import classes from './Dashboard.module.css'
import { countDelta, shareDelta, shareOf, waitText, type Delta, type Range } from './dashboard-rules.ts'
import { figurePath } from './figures/figure-url.ts'

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

export interface TilesProps extends Pick<Analytics, 'totals' | 'previous'> {
  range: Range
  /** How long contacts waited, then and in the days before; undefined until it is loaded. */
  replyTimes: { now: ReplyTime; previous: ReplyTime } | undefined
}

/** Shows the totals of the chosen days: one number each, with what it is compared with and the list that it counts. */
export function Tiles({ totals, previous, range, replyTimes }: TilesProps) {
  const { t, i18n } = useLingui()
  const canReadContacts = useCan('contacts.read')
  const canReadInbox = useCan('inbox.read')
  const delivered = shareOf(totals.delivered, totals.sent)
  const deliveredBefore = shareOf(previous.delivered, previous.sent)
  const all = formatNumber(totals.contacts, i18n.locale)
  const messages = (kind: 'sent' | 'delivered' | 'not_delivered' | 'answers', count: number) =>
    canReadInbox && count > 0 ? figurePath({ kind, range }) : undefined
  const contacts = (kind: 'replied' | 'opted_out', count: number) =>
    canReadContacts && count > 0 ? figurePath({ kind, range }) : undefined
  return (
    <ul className={classes.tiles}>
      <Tile
        name={t`Messages sent`}
        value={formatNumber(totals.sent, i18n.locale)}
        to={messages('sent', totals.sent)}
        context={<Moved delta={countDelta(totals.sent, previous.sent)} unit="%" />}
      />
      <Tile
        name={t`Delivered`}
        value={delivered === undefined ? '–' : formatPercent(delivered, i18n.locale, 1)}
        to={messages('delivered', totals.delivered)}
        context={<Moved delta={shareDelta(delivered, deliveredBefore)} good="up" unit="points" />}
      />
      <Tile
        name={t`Not delivered`}
        value={formatNumber(totals.notDelivered, i18n.locale)}
        to={messages('not_delivered', totals.notDelivered)}
        context={<Moved delta={countDelta(totals.notDelivered, previous.notDelivered)} good="down" unit="%" />}
      />
      <Tile
        name={t`Contacts who replied`}
        value={formatNumber(totals.contactsWhoReplied, i18n.locale)}
        to={contacts('replied', totals.contactsWhoReplied)}
        context={
          <Moved delta={countDelta(totals.contactsWhoReplied, previous.contactsWhoReplied)} good="up" unit="%" />
        }
      />
      <Tile
        name={t`Your reply time`}
        value={waitText(replyTimes?.now.medianMinutes ?? null, i18n.locale)}
        to={replyTimes && messages('answers', replyTimes.now.answers)}
        context={
          replyTimes ? (
            <Moved
              delta={countDelta(replyTimes.now.medianMinutes ?? 0, replyTimes.previous.medianMinutes ?? 0)}
              good="down"
              unit="%"
            />
          ) : (
            <p className={classes.context}>&nbsp;</p>
          )
        }
      />
      <Tile
        name={t`Opt-outs`}
        value={formatNumber(totals.optOuts, i18n.locale)}
        to={contacts('opted_out', totals.optOuts)}
        context={<Moved delta={countDelta(totals.optOuts, previous.optOuts)} good="down" unit="%" />}
      />
      <Tile
        name={t`Can get texts now`}
        value={formatNumber(totals.reachable, i18n.locale)}
        to={canReadContacts ? '/dashboard/contacts?view=can_text' : undefined}
        context={<p className={classes.context}>{t`of ${all} contacts`}</p>}
      />
    </ul>
  )
}
