import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { announce } from '../../../shared/ui/announce.ts'
import { FormSummary } from '../../../shared/ui/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { useApiForm, type ApiRefusal } from '../../../shared/ui/useApiForm.ts'
import { AccountFields } from './AccountFields.tsx'
import { useEditLineMutation, type Line } from './api.ts'
import classes from './Numbers.module.css'
import { PaceField } from './PaceField.tsx'
import { paceFrom } from './pace.ts'
import { usualPace, useNumberWords } from './useNumberWords.ts'

/** Changes the name, the pace and the account of a number; an account left empty stays as it is. */
export function EditNumberForm({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui()
  const words = useNumberWords()
  const [edit] = useEditLineMutation()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { label: line.label, account: '', key: '', pace: String(line.textsPerSecond) },
      validate: {
        label: (value) => (value.trim() === '' ? t`Name the number, like Main or Night shift.` : null),
        pace: (value) => (paceFrom(value) === null ? t`Enter a number from 0.1 to 1,000.` : null),
      },
    },
    async ({ label, account, key, pace }): Promise<ApiRefusal | undefined> => {
      const { error } = await edit({
        ...{ id: line.id, label: label.trim(), textsPerSecond: paceFrom(pace) ?? usualPace[line.type] },
        ...(account.trim() === '' ? {} : { account: account.trim() }),
        ...(key.trim() === '' ? {} : { key: key.trim() }),
      })
      if (error) return words.refusal(error)
      announce(t`Saved`)
      onClose()
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
        description={t`Only your team sees it.`}
        maxLength={40}
        autoComplete="off"
        data-autofocus
      />
      <PaceField form={form} type={line.type} />
      {line.carrier === 'twilio' && <AccountFields form={form} help={t`Leave both empty to keep the account.`} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}
