import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'

/** Returns a rule that checks a typed email address as far as the browser can; null when it passes. */
export function useEmailRule(): (value: string) => string | null {
  const { t } = useLingui()
  return (value) => {
    if (value.trim() === '') return t`Enter your email.`
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : t`Enter an email like name@company.com.`
  }
}

/** A field for the user's email address, ready for password managers. */
export function EmailField({ label, ...props }: TextInputProps) {
  const { t } = useLingui()
  return (
    <TextInput
      name="email"
      type="email"
      inputMode="email"
      label={label ?? t`Email`}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      {...props}
    />
  )
}
