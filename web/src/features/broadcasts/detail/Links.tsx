import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { CountLink } from '../../../shared/ui/table/CountLink.tsx'
import classes from './Detail.module.css'
import { useDetailUrl } from './useDetailUrl.ts'

/** The links of a broadcast with how many people opened each. */
export function Links({ links }: Pick<Reply<'broadcastAnalytics'>, 'links'>) {
  const { t, i18n } = useLingui()
  const { linkTo } = useDetailUrl()
  if (links.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="links-title">
      <h2 id="links-title" className={classes.cardTitle}>
        <Trans>Links</Trans>
      </h2>
      <ul className={classes.entries}>
        {links.map(({ id, url, people, clicks, bots }) => {
          const clickCount = formatNumber(clicks, i18n.locale)
          return (
            <li key={id}>
              <span className={classes.entryName}>
                <bdi dir="ltr" title={url} translate="no">
                  {url}
                </bdi>
                <span className={classes.entryHint}>
                  {plural(clicks, { one: '# click', other: `${clickCount} clicks` })}
                  {bots > 0 && (
                    <>
                      {' '}
                      ·{' '}
                      {plural(bots, {
                        one: '# preview or scanner, not counted',
                        other: '# previews and scanners, not counted',
                      })}
                    </>
                  )}
                </span>
              </span>
              <CountLink count={people} label={t`people clicked ${url}`} to={linkTo({ tab: 'clicks', linkId: id })} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
