import { useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'

/** What a field needs from its form. */
export interface FormOf<Field extends string> {
  key: (field: Field) => string
  getInputProps: (field: Field) => object
}

/** The carrier account and its token, which is stored encrypted and never shown again. */
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
        description={t`Stored encrypted. No one can view it again.`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide token`, tabIndex: 0 }}
      />
    </>
  )
}
