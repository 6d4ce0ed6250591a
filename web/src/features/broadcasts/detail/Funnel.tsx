import { formatNumber, formatPercent } from '@crewline/contract/formats'
import type { RecipientFilter } from '@crewline/contract/results'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { shareOf } from '../broadcast-rules.ts'
import classes from './Funnel.module.css'
import { useFilterNames } from './useDetailNames.ts'
import { useDetailUrl } from './useDetailUrl.ts'

export interface FunnelProps {
  steps: { step: RecipientFilter; count: number }[]
  optedOut: number
}

/** The steps from the chosen people to those who answered; each opens the list of exactly these people. */
export function Funnel({ steps, optedOut }: FunnelProps) {
  const { t, i18n } = useLingui()
  const names = useFilterNames()
  const { linkTo } = useDetailUrl()
  const whole = steps[0]?.count ?? 0
  const shown = [...steps, ...(optedOut > 0 ? [{ step: 'opted_out' as const, count: optedOut }] : [])]
  return (
    <ol className={classes.funnel} aria-label={t`Results step by step`}>
      {shown.map(({ step, count }, index) => {
        const share = shareOf(count, whole) ?? 0
        return (
          <li key={step}>
            <Link className={classes.step} to={linkTo({ tab: 'people', filter: step })} data-step={step}>
              <span className={classes.stepName}>{names[step]}</span>
              <span className={classes.stepCount}>{formatNumber(count, i18n.locale)}</span>
              <span className={classes.stepShare}>{index > 0 ? formatPercent(share, i18n.locale, 1) : '\u00A0'}</span>
              <span className={classes.stepBar} aria-hidden>
                <span style={{ inlineSize: `${share * 100}%` }} />
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
