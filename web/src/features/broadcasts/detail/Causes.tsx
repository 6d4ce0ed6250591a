import { Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { CountLink } from '../../../shared/ui/table/CountLink.tsx'
import classes from './Detail.module.css'
import { useBlockNames, useNextNames } from './useDetailNames.ts'
import { useDetailUrl } from './useDetailUrl.ts'

type Analytics = Reply<'broadcastAnalytics'>

/** Why texts were not delivered, and why some of the chosen people get none; each count opens its people. */
export function Causes({ causes, blocked }: Pick<Analytics, 'causes' | 'blocked'>) {
  const { t } = useLingui()
  const next = useNextNames()
  const reasons = useBlockNames()
  const { linkTo } = useDetailUrl()
  if (causes.length + blocked.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="causes-title">
      <h2 id="causes-title" className={classes.cardTitle}>
        <Trans>Why people weren't reached</Trans>
      </h2>
      <ul className={classes.entries}>
        {causes.map(({ code, label, count, action }) => (
          <li key={code}>
            <span className={classes.entryName}>{label}</span>
            {action !== 'none' && <span className={classes.nextStep}>{next[action]}</span>}
            <CountLink
              count={count}
              label={t`not delivered: ${label}`}
              to={linkTo({ tab: 'failed', filter: 'not_reached', conditions: { errorCode: code } })}
            />
          </li>
        ))}
        {blocked.map(({ reason, count }) => {
          const label = reasons[reason]
          return (
            <li key={reason}>
              <span className={classes.entryName}>{label}</span>
              <CountLink
                count={count}
                label={t`can't get it: ${label}`}
                to={linkTo({ tab: 'people', filter: 'blocked', conditions: { blockReason: reason } })}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
