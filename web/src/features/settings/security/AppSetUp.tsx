import { CODE_DIGITS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { isRefusal } from '../../../shared/api/send.ts'
import { FormSummary } from '../../../shared/ui/FormSummary.tsx'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import classes from '../Settings.module.css'
import { isNotProven } from '../useProof.tsx'

export interface AppSetUpProps {
  /** The key for those who cannot scan. */
  secret: string
  /** What the QR code holds. */
  uri: string
  /** Turns it on with the app's first code; resolves to the error of the call. */
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
}

/** Brings the key into an authenticator app, by camera or by hand, and takes its first code. */
export function AppSetUp({ secret, uri, onCode, onCancel }: AppSetUpProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { code: '' },
      validate: { code: (value) => (/^(\s*\d){6}\s*$/.test(value) ? null : t`Enter the 6 digits of the app.`) },
    },
    async ({ code }) => {
      const error = await onCode(code)
      if (!error || isNotProven(error)) return undefined
      const isCode = isRefusal(error) && error.code.startsWith('code')
      return isCode ? { fieldErrors: { code: wordsFor(error) } } : { message: wordsFor(error) }
    },
  )
  return (
    <div className={classes.setUp}>
      <QrCode text={uri} label={t`QR code for your authenticator app`} />
      <div>
        <ol className={classes.steps}>
          <li>
            <Trans>Scan the code with your authenticator app.</Trans>
          </li>
          <li>
            <Trans>No camera? Type this key into the app:</Trans>{' '}
            <bdi dir="ltr" className={classes.key}>
              {secret.match(/.{1,4}/g)?.join(' ')}
            </bdi>
          </li>
          <li>
            <Trans>Enter the 6 digits that the app shows.</Trans>
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
            // It is the next thing to type.
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
