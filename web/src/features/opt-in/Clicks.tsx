import { formatNumber } from '@crewline/contract/formats'
import type { OptInPage } from '@crewline/contract/opt-in'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { useOptInLinksQuery } from './api.ts'
import classes from './OptIn.module.css'

/** How often the poster of a page was scanned, and who opened the links in the text after joining. */
export function Clicks({ page }: { page: OptInPage }) {
  const { t, i18n } = useLingui()
  const { data: links = [] } = useOptInLinksQuery(page.id)
  if (links.length === 0) return null
  return (
    <div className={classes.cards}>
      <SettingsCard id="clicks" title={t`Opened links`} text={<Trans>Without previews and scanners.</Trans>}>
        <table className={classes.figures} aria-label={t`Opened links`}>
          <tbody>
            {links.map(({ kind, url, people, clicks }) => {
              const count = formatNumber(kind === 'poster' ? clicks : (people ?? 0), i18n.locale)
              return (
                <tr key={url}>
                  <th scope="row">
                    {kind === 'poster' ? (
                      <Trans>QR code of the poster</Trans>
                    ) : (
                      <bdi dir="ltr" translate="no" title={url} className={classes.link}>
                        {url}
                      </bdi>
                    )}
                  </th>
                  <td className="tabular">
                    {kind === 'poster'
                      ? plural(clicks, { one: '# scan', other: `${count} scans` })
                      : plural(people ?? 0, { one: '# person', other: `${count} people` })}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </SettingsCard>
    </div>
  )
}
