import type { OptInPage } from '@crewline/contract/opt-in'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { CopyText } from '../../shared/ui/share/CopyText.tsx'
import { LinkCard } from '../../shared/ui/share/LinkCard.tsx'
import { PosterCard } from '../../shared/ui/share/PosterCard.tsx'
import classes from './OptIn.module.css'
import { embedCode } from './opt-in-rules.ts'

/** The ways to a page: its link, a QR code, a poster, a shared tablet, and the website of the company. */
export function Share({ page }: { page: OptInPage }) {
  const { t } = useLingui()
  const code = embedCode(page, t`Get texts`)
  return (
    <div className={classes.cards}>
      {page.status === 'paused' && (
        <Banner tone="warn">
          <Trans>This page is paused. People who open the link see that it is closed.</Trans>
        </Banner>
      )}
      <LinkCard
        id="link"
        title={t`Link`}
        text={<Trans>For emails, your intranet, or a text.</Trans>}
        link={page.link}
      />
      <PosterCard link={page.posterLink} qrLabel={t`QR code of the page`} poster={`/public/join/${page.url}/poster`} />
      <LinkCard
        id="kiosk"
        title={t`Shared tablet`}
        text={
          <Trans>
            For a tablet at the gate. It suggests nothing that others typed, and returns to an empty form when someone
            is done or walks away.
          </Trans>
        }
        link={`${page.link}?kiosk=1`}
      />
      <SettingsCard
        id="website"
        title={t`On your website`}
        text={
          page.websites.length > 0 ? (
            <Trans>Paste this where the page should appear. It works only on the websites that you named.</Trans>
          ) : (
            <Trans>Name your website on the Page tab first. No other website can show the page inside its own.</Trans>
          )
        }
      >
        {page.websites.length > 0 && (
          <>
            <pre className={classes.code} dir="ltr" translate="no">
              {code}
            </pre>
            <CopyText text={code}>
              <Trans>Copy code</Trans>
            </CopyText>
          </>
        )}
      </SettingsCard>
    </div>
  )
}
