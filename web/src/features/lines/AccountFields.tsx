import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import type { Line } from './api.ts'
import classes from './Numbers.module.css'

/** What a field needs from its form. */
export interface FormOf<Field extends string> {
  key: (field: Field) => string
  getInputProps: (field: Field) => object
}

interface AccountFieldsProps {
  carrier: Line['carrier']
  form: FormOf<'account' | 'key' | 'publicKey'>
  /** Replaces the hint where the account is found. */
  help?: string
}

/** The account at a carrier; its key is stored encrypted and never shown again. A simulated carrier needs none. */
export function AccountFields({ carrier, ...props }: AccountFieldsProps) {
  if (carrier === 'twilio') return <TwilioFields {...props} />
  return carrier === 'telnyx' ? <TelnyxFields {...props} /> : null
}

function TwilioFields({ form, help }: Omit<AccountFieldsProps, 'carrier'>) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        key={form.key('account')}
        {...form.getInputProps('account')}
        name="account"
        label={t`Account SID`}
        description={help ?? t`In the Twilio Console, under Account Info.`}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <SecretField form={form} label={t`Auth token`} description={t`Stored encrypted. No one can view it again.`} />
    </>
  )
}

function TelnyxFields({ form, help }: Omit<AccountFieldsProps, 'carrier'>) {
  const { t } = useLingui()
  return (
    <>
      <SecretField
        form={form}
        label={t`API key`}
        description={help ?? t`In the Telnyx Portal, under API Keys. Stored encrypted. No one can view it again.`}
      />
      <TextInput
        key={form.key('publicKey')}
        {...form.getInputProps('publicKey')}
        name="publicKey"
        label={t`Public key`}
        description={t`On the same page, under Public Key. It proves that incoming texts come from Telnyx.`}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
      />
      <p className={classes.found}>
        <Trans>Calls to a Telnyx number aren't answered here. Forward them to another phone at Telnyx.</Trans>
      </p>
    </>
  )
}

function SecretField({ form, ...texts }: { form: FormOf<'key'>; label: string; description: string }) {
  const { t } = useLingui()
  return (
    <PasswordInput
      key={form.key('key')}
      {...form.getInputProps('key')}
      {...texts}
      name="key"
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide token`, tabIndex: 0 }}
    />
  )
}
