import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CopyButton } from '@mantine/core'
import { IconCopy, IconMessage, IconPrinter } from '@tabler/icons-react'
import { useCan } from '../../shared/lib/session/select.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { QrCode } from '../../shared/ui/QrCode.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from './Forms.module.css'
import { KioskCard } from './KioskCard.tsx'
import { useTextForm } from './useTextForm.ts'

/** The ways to a form: a text with a personal link, the public link, and a poster. */
export function Share({ form }: { form: Form }) {
  const { t } = useLingui()
  const canText = useCan('broadcasts.draft')
  const { isBusy, text } = useTextForm(form)
  const isOpen = form.status === 'open'
  return (
    <div className={classes.cards}>
      {!isOpen && (
        <Banner tone="warn">
          {form.status === 'draft' ? (
            <Trans>Publish the form first. Until then its link doesn’t work.</Trans>
          ) : (
            <Trans>This form is closed. People who open the link see that it takes no more answers.</Trans>
          )}
        </Banner>
      )}
      {canText && (
        <SettingsCard
          id="text"
          title={t`Text it`}
          text={
            form.anonymous ? (
              <Trans>
                Each person gets a link of their own, so that you see who still has to answer. What they answered stays
                anonymous.
              </Trans>
            ) : (
              <Trans>
                Each person gets a link of their own, so that you know who answered and can remind the rest.
              </Trans>
            )
          }
        >
          {form.byText && (
            <p className={classes.quiet}>
              <Trans>They can also answer by text. The text says how.</Trans>
            </p>
          )}
          <Button
            disabled={!isOpen}
            loading={isBusy}
            onClick={() => void text('invitation')}
            leftSection={<IconMessage size={16} stroke={1.75} aria-hidden />}
          >
            <Trans>Text the form</Trans>
          </Button>
        </SettingsCard>
      )}
      {form.access === 'anyone' && (
        <>
          <SettingsCard
            id="link"
            title={t`Public link`}
            text={
              form.askCode ? (
                <Trans>Anyone who has it can answer with a code that we text to their number.</Trans>
              ) : (
                <Trans>Anyone who has it can answer. You don’t see who they are.</Trans>
              )
            }
          >
            <p className={classes.link} translate="no">
              <Anchor href={form.link} target="_blank" rel="noreferrer">
                {form.link}
              </Anchor>
            </p>
            <CopyButton value={form.link}>
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
            <QrCode text={`${form.link}?from=qr`} label={t`QR code of the form`} />
            {isOpen && (
              <Button
                component="a"
                href={`${new URL(form.link).pathname}/poster`}
                target="_blank"
                rel="noreferrer"
                variant="default"
                className={classes.poster ?? ''}
                leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
              >
                <Trans>Open the poster to print</Trans>
              </Button>
            )}
            {isOpen && (
              <p className={classes.quiet}>
                <Trans>
                  As a PDF:{' '}
                  <Anchor href={`${new URL(form.link).pathname}/poster.pdf?size=a4`} target="_blank" rel="noreferrer">
                    A4
                  </Anchor>
                  ,{' '}
                  <Anchor
                    href={`${new URL(form.link).pathname}/poster.pdf?size=letter`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    US Letter
                  </Anchor>
                </Trans>
              </p>
            )}
          </SettingsCard>
        </>
      )}
      {isOpen && <KioskCard form={form} />}
    </div>
  )
}
