import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { NewPasswordField, useEditSettingsMutation, useNewPasswordRule } from '../../accounts/index.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { FormSummary } from '../../../shared/ui/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import classes from '../Settings.module.css'
import { isNotProven, useProof } from '../useProof.tsx'

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const passwordRule = useNewPasswordRule()
  const user = useSession(({ auth }) => auth.user)
  const [typed, setTyped] = useState('')
  const [save] = useEditSettingsMutation()
  const { proven, dialog } = useProof()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { password: '' },
      validate: { password: passwordRule },
      onValuesChange: (now) => setTyped(now.password),
    },
    async ({ password }) => {
      const { error } = await proven(() => save({ newPassword: password }))
      if (isNotProven(error)) return undefined
      if (isRefusal(error) && error.code === 'password_weak') return { fieldErrors: { password: wordsFor(error) } }
      if (error) return { message: wordsFor(error) }
      toast.api({ title: t`Password changed`, message: t`Other devices were logged out.` }, 'OK')
      onDone()
      return undefined
    },
  )
  return (
    <>
      {dialog}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <FormSummary {...summary} />
        {/* Password managers keep a password under the name before it. */}
        <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <NewPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          label={t`New password`}
          size="sm"
          typed={typed}
          {...(user && { owner: user })}
          // The form opens because its field was asked for.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <Group gap="xs">
          <SubmitButton isSending={isSending}>
            <Trans>Save password</Trans>
          </SubmitButton>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </form>
    </>
  )
}

/** A new password; every other device is logged out by it. */
export function PasswordCard() {
  const { t } = useLingui()
  const [isChanging, setChanging] = useState(false)
  return (
    <SettingsCard
      id="password"
      title={t`Password`}
      text={t`A new password logs out all your other devices.`}
      state={
        !isChanging && (
          <Button variant="default" onClick={() => setChanging(true)}>
            <Trans>Change password</Trans>
          </Button>
        )
      }
    >
      {isChanging && <PasswordForm onDone={() => setChanging(false)} />}
    </SettingsCard>
  )
}
