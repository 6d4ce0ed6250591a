import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export interface PasswordFieldProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps' | 'autoComplete'> {
  /** `current-password` to log in, `new-password` to choose one; password managers need it. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a labeled, keyboard-accessible show button; paste and password managers always work. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useLingui()
  return (
    <PasswordInput
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
      {...props}
    />
  )
}
