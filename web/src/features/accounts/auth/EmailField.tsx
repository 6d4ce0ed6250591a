import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'

/** What is wrong with an address somebody typed, as far as the browser can know; null when nothing is. */
export function useEmailRule(): (value: string) => string | null {
  const { t } = useLingui()
  return (value) => {
    if (value.trim() === '') return t`Enter your email.`
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : t`Enter an email like name@company.com.`
  }
}

/** An e-mail address of one’s own, ready for password managers. */
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
