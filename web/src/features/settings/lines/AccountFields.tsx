import { useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import type { FormOf } from './form-of.ts'

/** The account at the carrier and its token, which is sealed and never shown again. */
export function AccountFields({ form, help }: { form: FormOf<'account' | 'key'>; help: string }) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        key={form.key('account')}
        {...form.getInputProps('account')}
        name="account"
        label={t`Account SID`}
        description={help}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        key={form.key('key')}
        {...form.getInputProps('key')}
        name="key"
        label={t`Auth token`}
        description={t`We lock it away. Nobody can see it again.`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the token`, tabIndex: 0 }}
      />
    </>
  )
}
