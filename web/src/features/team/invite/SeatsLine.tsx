import { formatMoney } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { usePlanSeatsQuery } from '../team-api.ts'
import classes from '../Team.module.css'

/** Says what further seats cost, when the plan has none left for these invitations. */
export function SeatsLine({ invited }: { invited: number }) {
  const { i18n } = useLingui()
  const { data: seats } = usePlanSeatsQuery()
  if (!seats) return null
  const extra = Math.min(invited, seats.used + invited - seats.included)
  if (extra <= 0) return null
  const each = formatMoney(seats.cents, seats.currency, i18n.locale)
  const sum = formatMoney(extra * seats.cents, seats.currency, i18n.locale)
  return (
    <p className={classes.seats} role="status">
      <Plural
        value={extra}
        one={`Your plan has no seat left for # of these teammates. It costs ${each} more each month once they join.`}
        other={`Your plan has no seat left for # of these teammates. They cost ${sum} more each month once they join.`}
      />{' '}
      <Link to="/dashboard/settings?tab=billing">
        <Trans>See your plan</Trans>
      </Link>
    </p>
  )
}
