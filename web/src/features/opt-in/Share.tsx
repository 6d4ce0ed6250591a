import type { OptInPage } from '@crewline/contract/opt-in'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CopyButton } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { QrCode } from '../../shared/ui/QrCode.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from './OptIn.module.css'

/** The ways to a page: its link, a QR code, and a poster. */
export function Share({ page }: { page: OptInPage }) {
  const { t } = useLingui()
  const poster = `/public/join/${page.url}/poster`
  return (
    <div className={classes.cards}>
      {page.status === 'paused' && (
        <Banner tone="warn">
          <Trans>This page is paused. People who open the link see that it is closed.</Trans>
        </Banner>
      )}
      <SettingsCard id="link" title={t`Link`} text={<Trans>For emails, your intranet, or a text.</Trans>}>
        <p className={classes.link} translate="no">
          <Anchor href={page.link} target="_blank" rel="noreferrer">
            {page.link}
          </Anchor>
        </p>
        <CopyButton value={page.link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
            </Button>
          )}
        </CopyButton>
      </SettingsCard>
      <SettingsCard
        id="poster"
        title={t`QR code and poster`}
        text={<Trans>Hang it where people take breaks. They scan it with the camera of their phone.</Trans>}
      >
        <QrCode text={`${page.link}?from=qr`} label={t`QR code of the page`} />
        <Button
          component="a"
          href={poster}
          target="_blank"
          rel="noreferrer"
          variant="default"
          className={classes.poster ?? ''}
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
        >
          <Trans>Open the poster to print</Trans>
        </Button>
      </SettingsCard>
    </div>
  )
}
