import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { FormSummary } from '../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsavedIf } from '../../shared/ui/form/useUnsaved.ts'
import { useApiForm, type ApiRefusal } from '../../shared/ui/form/useApiForm.ts'
import { accountFrom, EMPTY_ACCOUNT } from './account-values.ts'
import { AccountFields } from './AccountFields.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { useAddLineMutation, type Line } from './api.ts'
import classes from './Numbers.module.css'
import { SendingSpeedField } from './SendingSpeedField.tsx'
import { sendingSpeedFrom } from './sending-speed.ts'
import { useAccountRules } from './useAccountRules.ts'
import { useNumberText } from './useNumberText.ts'

interface AddNumberFormProps {
  carriers: Line['carrier'][]
  onClose: () => void
}

/** Adds a number; checks the account with the carrier before anything is stored. */
export function AddNumberForm({ carriers, onClose }: AddNumberFormProps) {
  const { t } = useLingui()
  const numberText = useNumberText()
  const [add] = useAddLineMutation()
  const [carrier, setCarrier] = useState<Line['carrier']>(
    // A user who tries the product has no carrier account yet.
    carriers.includes('simulated') ? 'simulated' : 'twilio',
  )
  const [type, setType] = useState<Line['type']>('local')
  const accountRules = useAccountRules(carrier, true)
  const [isDirty, setDirty] = useState(false)
  const unsaved = useUnsavedIf(isDirty)
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      onValuesChange: () => setDirty(true),
      initialValues: { phone: '', label: '', ...EMPTY_ACCOUNT, speed: '' },
      validate: {
        phone: (value) => (value.trim() === '' ? t`Enter a phone number with area code.` : null),
        label: (value) => (value.trim() === '' ? t`Enter a name, like Main or Night shift.` : null),
        ...accountRules,
        speed: (value) => (sendingSpeedFrom(value) === null ? t`Enter a number from 0.1 to 1,000.` : null),
      },
    },
    async ({ phone, label, speed, ...account }): Promise<ApiRefusal | undefined> => {
      const textsPerSecond = sendingSpeedFrom(speed) ?? undefined
      const { error } = await add({
        phone: phone.trim(),
        label: label.trim(),
        carrier,
        type,
        ...(textsPerSecond === undefined ? {} : { textsPerSecond }),
        ...accountFrom(carrier, account),
      })
      if (error) return numberText.refusal(error, carrier)
      announce(t`Number added`)
      unsaved.done(onClose)
      return undefined
    },
  )
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <TextInput
        key={form.key('phone')}
        {...form.getInputProps('phone')}
        name="phone"
        type="tel"
        label={t`Number`}
        description={type === 'short_code' ? t`5 or 6 digits` : t`In any format, like (312) 555-0142`}
        maxLength={40}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        key={form.key('label')}
        {...form.getInputProps('label')}
        name="label"
        label={t`Name`}
        description={t`Only your team sees this.`}
        maxLength={40}
        autoComplete="off"
      />
      <AccountFields carrier={carrier} form={form} />
      <AdvancedFields hasError={form.errors['speed'] !== undefined}>
        {carriers.length > 1 && (
          <Select
            label={t`Carrier`}
            data={carriers.map((value) => ({ value, label: numberText.carriers[value] }))}
            value={carrier}
            allowDeselect={false}
            onChange={(value) => setCarrier(value ?? 'twilio')}
          />
        )}
        <Select
          label={t`Type`}
          data={Object.entries(numberText.types).map(([value, label]) => ({ value, label }))}
          value={type}
          allowDeselect={false}
          onChange={(value) => setType((value ?? 'local') as Line['type'])}
        />
        <SendingSpeedField form={form} type={type} />
      </AdvancedFields>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>
          <Trans>Add number</Trans>
        </SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}
