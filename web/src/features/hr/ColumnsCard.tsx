import type { HrFileField } from '@crewline/contract/hr-files'
import { HR_FILE_FIELDS } from '@crewline/contract/hr-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useSaveHrColumnsMutation, type HrColumns, type HrFiles } from './files-api.ts'
import classes from './Hr.module.css'
import { useHrText } from './useHrText.ts'

/** Which column of the files is what, and how dates are written in them. */
export function ColumnsCard({ files, saved }: { files: HrFiles; saved: HrColumns }) {
  const { t } = useLingui()
  const { fields } = useHrText()
  const messageFor = useErrorText()
  const [chosen, setChosen] = useState(saved)
  const [save, { isLoading }] = useSaveHrColumnsMutation()
  const { columns, dates } = chosen
  const headers = [...new Set([...files.headers, ...Object.values(saved.columns)])]
  function choose(field: HrFileField, header: string): void {
    const { [field]: _former, ...others } = columns
    setChosen({ ...chosen, columns: header === '' ? others : { ...others, [field]: header } })
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { error } = await save(chosen)
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    announce(t`Saved`)
  }
  const names: Record<string, string> = { ...fields, fullname: t`Full name`, status: t`Status` }
  return (
    <SettingsCard
      id="hr-columns"
      title={t`Columns of the file`}
      text={t`Which column is what. Saving starts a sync of the newest file, in place of one that waits for your review.`}
    >
      {files.missing.length > 0 && (
        <div className={settingsClasses.note} role="status">
          <p>
            <Trans>
              Choose the column of the employee ID and of the name. Employee IDs tell people apart from file to file.
            </Trans>
          </p>
        </div>
      )}
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.authorities}>
          {HR_FILE_FIELDS.map((field) => (
            <NativeSelect
              key={field}
              label={names[field] ?? field}
              value={columns[field] ?? ''}
              onChange={(event) => choose(field, event.currentTarget.value)}
              data={[
                { value: '', label: t`Not in the file` },
                ...headers.map((header) => ({ value: header, label: header })),
              ]}
            />
          ))}
          <NativeSelect
            label={t`Dates such as 03/04/2026`}
            value={dates}
            onChange={(event) => setChosen({ ...chosen, dates: event.currentTarget.value as HrColumns['dates'] })}
            data={[
              { value: 'mdy', label: t`March 4` },
              { value: 'dmy', label: t`April 3` },
            ]}
          />
        </div>
        <div className={settingsClasses.line}>
          <Button type="submit" loading={isLoading}>
            <Trans>Save columns</Trans>
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
