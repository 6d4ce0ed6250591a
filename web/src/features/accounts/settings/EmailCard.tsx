import { EMAIL_MAX } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useEditSettingsMutation } from '../api.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { FormSummary } from '../../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { isNotProven, useProof } from './useProof.tsx'

interface EmailFormProps {
  current: string
  /** Requests the change; resolves to the error of the call. */
  onRequest: (email: string) => Promise<unknown>
  onDone: () => void
}

function EmailForm({ current, onRequest, onDone }: EmailFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { email: '' },
      validate: {
        email: (value) => {
          const email = value.trim().toLowerCase()
          if (!/^\S+@\S+\.\S+$/.test(email)) return t`Enter an email, like ana@company.com.`
          return email === current.toLowerCase() ? t`This is already your email.` : null
        },
      },
    },
    async ({ email }) => {
      const error = await onRequest(email.trim())
      if (!error) return onDone()
      if (isNotProven(error)) return undefined
      const isField = isRefusal(error) && error.code === 'invalid'
      return isField
        ? { fieldErrors: { email: t`Enter an email, like ana@company.com.` } }
        : { message: messageFor(error) }
    },
  )
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        name="email"
        type="email"
        label={t`New email`}
        maxLength={EMAIL_MAX}
        autoComplete="email"
        // The user opened this form to fill in the field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Group gap="xs">
        <SubmitButton isSending={isSending}>
          <Trans>Send links</Trans>
        </SubmitButton>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  )
}

/** The login email; a new one applies after both addresses have confirmed it. */
export function EmailCard() {
  const { t } = useLingui()
  const user = useSession(({ auth }) => auth.user)
  const [isChanging, setChanging] = useState(false)
  const [isResent, setResent] = useState(false)
  const { proven, dialog } = useProof()
  const [save, { isLoading }] = useEditSettingsMutation()
  if (!user) return null
  const { email, pendingEmail } = user

  async function requestChange(next: string): Promise<unknown> {
    const { error } = await proven(() => save({ email: next }))
    return error
  }

  return (
    <SettingsCard id="email" title={t`Email`}>
      {dialog}
      <div className={classes.line}>
        <span className={classes.value}>
          <bdi>{email}</bdi>
        </span>
        {!isChanging && (
          <Button variant="default" onClick={() => setChanging(true)}>
            <Trans>Change email</Trans>
          </Button>
        )}
      </div>
      {pendingEmail !== null && (
        <div className={classes.note} role="status">
          <p>
            <Trans>
              We sent links to both addresses. Open the one in <bdi>{email}</bdi> and the one in{' '}
              <bdi>{pendingEmail}</bdi>. Until then, your email won't change.
            </Trans>
          </p>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            loading={isLoading}
            disabled={isResent}
            onClick={() => void requestChange(pendingEmail).then((error) => setResent(!error))}
          >
            {isResent ? <Trans>Sent again</Trans> : <Trans>Resend links</Trans>}
          </Button>
        </div>
      )}
      {isChanging && <EmailForm current={email} onRequest={requestChange} onDone={() => setChanging(false)} />}
    </SettingsCard>
  )
}
