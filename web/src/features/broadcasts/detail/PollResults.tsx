import { formatNumber, formatPercent } from '@crewline/contract/formats'
import { ANONYMITY_MIN } from '@crewline/contract/broadcast-limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { CountLink } from '../../../shared/ui/table/CountLink.tsx'
import { shareOf } from '../broadcast-rules.ts'
import classes from './PollResults.module.css'
import detail from './Detail.module.css'
import shared from '../Broadcasts.module.css'
import { useDetailUrl } from './useDetailUrl.ts'

export interface PollResultsProps {
  poll: NonNullable<Reply<'broadcastAnalytics'>['poll']>
  isAnonymous: boolean
}

/** The answers of a poll; of an anonymous one only when enough people answered, and without their names. */
export function PollResults({ poll, isAnonymous }: PollResultsProps) {
  const { t, i18n } = useLingui()
  const { linkTo } = useDetailUrl()
  const { answers, hidden, options, average, texts } = poll
  const total = options.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={detail.card} aria-labelledby="poll-title">
      <div className={detail.progressHead}>
        <h2 id="poll-title" className={detail.cardTitle}>
          <Trans>Answers</Trans>
        </h2>
        <span className={shared.quiet}>
          {hidden ? null : <Plural value={answers} one="# person answered" other="# people answered" />}
        </span>
      </div>
      {hidden ? (
        <p className={detail.details}>
          <Trans>Anonymous answers appear once at least {ANONYMITY_MIN} people have answered.</Trans>
        </p>
      ) : (
        <>
          {average !== null && (
            <p className={classes.average}>
              {formatNumber(average, i18n.locale, { maximumFractionDigits: 1 })} <span>{t`on average`}</span>
            </p>
          )}
          <ul className={classes.options}>
            {options.map(({ key, label, count }) => {
              const share = shareOf(count, total) ?? 0
              return (
                <li key={key}>
                  <span className={detail.entryName}>
                    <bdi>{label}</bdi>
                  </span>
                  <span className={classes.optionBar} aria-hidden>
                    <span style={{ inlineSize: `${share * 100}%` }} />
                  </span>
                  <span className={classes.share}>{formatPercent(share, i18n.locale)}</span>
                  {isAnonymous ? (
                    <span className="tabular">{formatNumber(count, i18n.locale)}</span>
                  ) : (
                    <CountLink
                      count={count}
                      label={t`answered ${label}`}
                      to={linkTo({ tab: 'people', filter: 'answered', conditions: { option: key } })}
                    />
                  )}
                </li>
              )
            })}
          </ul>
          {texts.length > 0 && (
            <ul className={classes.texts} aria-label={t`Latest answers`}>
              {texts.map((text, index) => (
                // Two people may write the same; the list is only ever replaced as a whole.
                <li key={index} dir="auto" translate="no">
                  {text}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
