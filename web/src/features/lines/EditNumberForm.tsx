import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { FormSummary } from '../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsavedIf } from '../../shared/ui/form/useUnsaved.ts'
import { useApiForm, type ApiRefusal } from '../../shared/ui/form/useApiForm.ts'
import { accountFrom, EMPTY_ACCOUNT } from './account-values.ts'
import { AccountFields } from './AccountFields.tsx'
import { useEditLineMutation, type Line } from './api.ts'
import classes from './Numbers.module.css'
import { SendingSpeedField } from './SendingSpeedField.tsx'
import { sendingSpeedFrom } from './sending-speed.ts'
import { useAccountRules } from './useAccountRules.ts'
import { defaultSendingSpeed, useNumberText } from './useNumberText.ts'

/** Edits the name, rate limit and account of a number; an empty account stays unchanged. */
export function EditNumberForm({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui()
  const numberText = useNumberText()
  const [edit] = useEditLineMutation()
  const accountRules = useAccountRules(line.carrier, false)
  const [isDirty, setDirty] = useState(false)
  const unsaved = useUnsavedIf(isDirty)
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      onValuesChange: () => setDirty(true),
      initialValues: { label: line.label, ...EMPTY_ACCOUNT, speed: String(line.textsPerSecond) },
      validate: {
        label: (value) => (value.trim() === '' ? t`Enter a name, like Main or Night shift.` : null),
        ...accountRules,
        speed: (value) => (sendingSpeedFrom(value) === null ? t`Enter a number from 0.1 to 1,000.` : null),
      },
    },
    async ({ label, speed, ...account }): Promise<ApiRefusal | undefined> => {
      const { error } = await edit({
        id: line.id,
        label: label.trim(),
        textsPerSecond: sendingSpeedFrom(speed) ?? defaultSendingSpeed[line.type],
        ...accountFrom(line.carrier, account),
      })
      if (error) return numberText.refusal(error, line.carrier)
      announce(t`Saved`)
      unsaved.done(onClose)
      return undefined
    },
  )
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <TextInput
        key={form.key('label')}
        {...form.getInputProps('label')}
        name="label"
        label={t`Name`}
        description={t`Only your team sees this.`}
        maxLength={40}
        autoComplete="off"
        data-autofocus
      />
      <SendingSpeedField form={form} type={line.type} />
      <AccountFields carrier={line.carrier} form={form} help={t`Leave both blank to keep the current account.`} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}
