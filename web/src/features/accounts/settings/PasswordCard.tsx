import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { NewPasswordField, useNewPasswordRule } from '../auth/NewPasswordField.tsx'
import { useEditSettingsMutation } from '../api.ts'
import { refusalOf } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { FormSummary } from '../../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { isNotProven, useProof } from './useProof.tsx'

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
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
      if (refusalOf<'editSettings'>(error)?.code === 'password_weak')
        return { fieldErrors: { password: messageFor(error) } }
      if (error) return { message: messageFor(error) }
      toast.api({ title: t`Password changed`, message: t`You've been logged out on your other devices.` }, 'OK')
      onDone()
      return undefined
    },
  )
  return (
    <>
      {dialog}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <FormSummary {...summary} />
        {/* Password managers store a password under the username field before it. */}
        <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <NewPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          label={t`New password`}
          size="sm"
          typed={typed}
          {...(user && { owner: user })}
          // The user opened this form to fill in the field.
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

/** Changes the password, which logs out every other device. */
export function PasswordCard() {
  const { t } = useLingui()
  const [isChanging, setChanging] = useState(false)
  return (
    <SettingsCard
      id="password"
      title={t`Password`}
      text={t`Changing your password logs you out on all other devices.`}
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
