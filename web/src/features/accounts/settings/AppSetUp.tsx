import { CODE_DIGITS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { isRefusal } from '../../../shared/api/send.ts'
import { FormSummary } from '../../../shared/ui/form/FormSummary.tsx'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import security from './Security.module.css'
import { isNotProven } from './useProof.tsx'

export interface AppSetUpProps {
  /** The key for users who cannot scan the code. */
  secret: string
  /** The content of the QR code. */
  uri: string
  /** Enables the app with its first code; resolves to the error of the call. */
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
}

/** Adds the key to an authenticator app, by camera or by hand, and asks for its first code. */
export function AppSetUp({ secret, uri, onCode, onCancel }: AppSetUpProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { code: '' },
      validate: { code: (value) => (/^(\s*\d){6}\s*$/.test(value) ? null : t`Enter the 6-digit code from the app.`) },
    },
    async ({ code }) => {
      const error = await onCode(code)
      if (!error || isNotProven(error)) return undefined
      const isCode = isRefusal(error) && error.code.startsWith('code')
      return isCode ? { fieldErrors: { code: messageFor(error) } } : { message: messageFor(error) }
    },
  )
  return (
    <div className={security.setUp}>
      <QrCode text={uri} label={t`QR code for your authenticator app`} />
      <div>
        <ol className={security.steps}>
          <li>
            <Trans>Scan the code with your authenticator app.</Trans>
          </li>
          <li>
            <Trans>No camera? Enter this key in the app:</Trans>{' '}
            <bdi dir="ltr" className={security.key}>
              {secret.match(/.{1,4}/g)?.join(' ')}
            </bdi>
          </li>
          <li>
            <Trans>Enter the 6-digit code from the app.</Trans>
          </li>
        </ol>
        <form className={classes.form} onSubmit={onSubmit} noValidate>
          <FormSummary {...summary} />
          <TextInput
            key={form.key('code')}
            {...form.getInputProps('code')}
            name="code"
            label={t`Code`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_DIGITS + 4}
            // This is the next field to fill in.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <Group gap="xs">
            <SubmitButton isSending={isSending}>
              <Trans>Turn on</Trans>
            </SubmitButton>
            <Button variant="default" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </Group>
        </form>
      </div>
    </div>
  )
}
