import { EMAIL_MAX } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useEditSettingsMutation } from '../../accounts/index.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { FormSummary } from '../../../shared/ui/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import classes from '../Settings.module.css'
import { isNotProven, useProof } from '../useProof.tsx'

interface EmailFormProps {
  current: string
  /** Asks for the change; resolves to the error of the call. */
  onAsk: (email: string) => Promise<unknown>
  onDone: () => void
}

function EmailForm({ current, onAsk, onDone }: EmailFormProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { email: '' },
      validate: {
        email: (value) => {
          const email = value.trim().toLowerCase()
          if (!/^\S+@\S+\.\S+$/.test(email)) return t`Enter an email, like ana@company.com.`
          return email === current.toLowerCase() ? t`This is your email already.` : null
        },
      },
    },
    async ({ email }) => {
      const error = await onAsk(email.trim())
      if (!error) return onDone()
      if (isNotProven(error)) return undefined
      const isField = isRefusal(error) && error.code === 'invalid'
      return isField
        ? { fieldErrors: { email: t`Enter an email, like ana@company.com.` } }
        : { message: wordsFor(error) }
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
        // The form opens because its field was asked for.
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

/** The address one logs in with; a new one counts once both addresses have confirmed. */
export function EmailCard() {
  const { t } = useLingui()
  const user = useSession(({ auth }) => auth.user)
  const [isChanging, setChanging] = useState(false)
  const [isAgain, setAgain] = useState(false)
  const { proven, dialog } = useProof()
  const [save, { isLoading }] = useEditSettingsMutation()
  if (!user) return null
  const { email, pendingEmail } = user

  async function ask(next: string): Promise<unknown> {
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
              <bdi>{pendingEmail}</bdi>. Until then your email stays as it is.
            </Trans>
          </p>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            loading={isLoading}
            disabled={isAgain}
            onClick={() => void ask(pendingEmail).then((error) => setAgain(!error))}
          >
            {isAgain ? <Trans>Sent again</Trans> : <Trans>Send the links again</Trans>}
          </Button>
        </div>
      )}
      {isChanging && <EmailForm current={email} onAsk={ask} onDone={() => setChanging(false)} />}
    </SettingsCard>
  )
}
