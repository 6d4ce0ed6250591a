import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { QrCode } from '../QrCode.tsx'
import { SettingsCard } from '../settings/SettingsCard.tsx'
import classes from './Share.module.css'

export interface PosterCardProps {
  /** What the code opens. */
  link: string
  /** The name of the picture for screen readers. */
  qrLabel: string
  /** The address of the sheet to print; with `.pdf` at its end, the same as a file. */
  poster: string
}

/** The QR code of a public page, and a poster with it. */
export function PosterCard({ link, qrLabel, poster }: PosterCardProps) {
  const { t } = useLingui()
  return (
    <SettingsCard
      id="poster"
      title={t`QR code and poster`}
      text={<Trans>Hang it where people take breaks. They scan it with the camera of their phone.</Trans>}
    >
      <QrCode text={link} label={qrLabel} />
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
      <p className={classes.quiet}>
        <Trans>
          As a PDF:{' '}
          <Anchor href={`${poster}.pdf?size=a4`} target="_blank" rel="noreferrer">
            A4
          </Anchor>
          ,{' '}
          <Anchor href={`${poster}.pdf?size=letter`} target="_blank" rel="noreferrer">
            US Letter
          </Anchor>
        </Trans>
      </p>
    </SettingsCard>
  )
}
