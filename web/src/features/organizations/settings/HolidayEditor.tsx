import { HOLIDAY_NAME_MAX } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreateHolidayMutation, useEditHolidayMutation, type Holiday } from '../holidays-api.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import classes from './Texting.module.css'

export interface HolidayEditorProps {
  /** The holiday to edit; absent for a new one. */
  holiday: Holiday | undefined
  onClose: () => void
}

type Problems = Partial<Record<'name' | 'from' | 'to' | 'form', string>>

/** The form of a holiday: name, days, and whether it repeats every year. */
export default function HolidayEditor({ holiday, onClose }: HolidayEditorProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [name, setName] = useState(holiday?.name ?? '')
  const [from, setFrom] = useState(holiday?.from ?? '')
  const [to, setTo] = useState(holiday && holiday.to !== holiday.from ? holiday.to : '')
  const [yearly, setYearly] = useState(holiday?.yearly ?? false)
  const [problems, setProblems] = useState<Problems>({})
  const [create, created] = useCreateHolidayMutation()
  const [edit, edited] = useEditHolidayMutation()

  async function submit(): Promise<void> {
    const missing: Problems = {
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(from === '' && { from: t`Choose a day.` }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    const draft = { name: name.trim(), from, to: to || from, yearly }
    const { error } = await (holiday ? edit({ id: holiday.id, change: draft }) : create(draft))
    if (!error) {
      announce(t`Saved`)
      return onClose()
    }
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setProblems(Object.keys(fieldErrors).length > 0 ? fieldErrors : { form: messageFor(error) })
  }
  return (
    <FormDialog
      title={holiday ? t`Edit holiday` : t`Add holiday`}
      size={480}
      submit={t`Save holiday`}
      isSending={created.isLoading || edited.isLoading}
      problem={problems.form}
      onSubmit={submit}
      onClose={onClose}
      values={{ name, from, to, yearly }}
    >
      <TextInput
        label={t`Name`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={HOLIDAY_NAME_MAX}
        dir="auto"
        error={problems.name}
        data-autofocus
      />
      <div className={classes.span}>
        <TextInput
          type="date"
          label={t`First day`}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={problems.from}
        />
        <TextInput
          type="date"
          label={t`Last day (optional)`}
          value={to}
          min={from}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={problems.to}
        />
      </div>
      <Switch
        label={t`Every year`}
        description={t`Repeats on the same dates each year.`}
        checked={yearly}
        onChange={(event) => setYearly(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
