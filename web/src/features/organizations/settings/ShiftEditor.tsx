import { SHIFT_NAME_MAX } from '@crewline/contract/shift-limits'
import type { ShiftHours } from '@crewline/contract/shifts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useCreateShiftMutation, useEditShiftMutation, type Shift } from '../shifts-api.ts'
import classes from './Texting.module.css'
import { TimeField } from './TimeField.tsx'
import { weekdayName, weekdays } from './weekdays.ts'

export interface ShiftEditorProps {
  /** The shift to edit; absent for a new one. */
  shift: Shift | undefined
  onClose: () => void
}

const usual = { from: '06:00', to: '14:00' }
const workweek: ShiftHours = { mon: usual, tue: usual, wed: usual, thu: usual, fri: usual }

/** The form of a shift: its name and the hours of each working day. */
export default function ShiftEditor({ shift, onClose }: ShiftEditorProps) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const [name, setName] = useState(shift?.name ?? '')
  const [hours, setHours] = useState<ShiftHours>(shift?.hours ?? workweek)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [create, created] = useCreateShiftMutation()
  const [edit, edited] = useEditShiftMutation()

  async function submit(): Promise<void> {
    if (name.trim() === '') return setProblems({ name: t`Enter a name.` })
    const draft = { name: name.trim(), hours }
    const { error } = await (shift ? edit({ id: shift.id, change: draft }) : create(draft))
    if (!error) {
      announce(t`Saved`)
      return onClose()
    }
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setProblems(Object.keys(fieldErrors).length > 0 ? fieldErrors : { form: messageFor(error) })
  }
  // A new day begins with the hours of the day before it that has some.
  const lastHours = Object.values(hours).at(-1) ?? usual
  return (
    <FormDialog
      title={shift ? t`Edit shift` : t`Add shift`}
      size={520}
      submit={t`Save shift`}
      isSending={created.isLoading || edited.isLoading}
      problem={problems['form'] ?? problems['hours']}
      onSubmit={submit}
      onClose={onClose}
      values={{ name, hours }}
    >
      <TextInput
        label={t`Name`}
        placeholder={t`Night shift`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={SHIFT_NAME_MAX}
        dir="auto"
        error={problems['name']}
        data-autofocus
      />
      <div className={classes.days} role="group" aria-label={t`Working days`}>
        {weekdays.map((day) => {
          const span = hours[day]
          const label = weekdayName(day, i18n.locale)
          const set = (next: typeof usual | undefined) => {
            const { [day]: _before, ...others } = hours
            setProblems({})
            setHours(next ? { ...others, [day]: next } : others)
          }
          return (
            <div key={day} className={classes.day}>
              <Switch
                label={label}
                checked={span !== undefined}
                onChange={(event) => set(event.currentTarget.checked ? { ...lastHours } : undefined)}
              />
              {span ? (
                <span className={classes.times}>
                  <TimeField label={t`${label}, from`} value={span.from} onChange={(from) => set({ ...span, from })} />
                  <Trans>to</Trans>
                  <TimeField
                    label={t`${label}, to`}
                    value={span.to}
                    onChange={(to) => set({ ...span, to })}
                    error={problems[`hours.${day}.to`]}
                  />
                  {span.to < span.from && (
                    <span className={classes.closed}>
                      <Trans>next day</Trans>
                    </span>
                  )}
                </span>
              ) : (
                <span className={classes.closed}>
                  <Trans>Off</Trans>
                </span>
              )}
            </div>
          )
        })}
      </div>
    </FormDialog>
  )
}
