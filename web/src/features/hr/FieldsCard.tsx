import type { HrAuthority, HrField, HrSource } from '@crewline/contract/hr'
import { HR_AUTHORITIES, HR_DEPARTMENTS_MAX, HR_FIELDS } from '@crewline/contract/hr-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, NumberInput, Switch, TagsInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useConnectHrMutation, type HrSettings } from './api.ts'
import { CustomFields } from './CustomFields.tsx'
import classes from './Hr.module.css'
import { useChanges } from './useChanges.ts'
import { useHrText } from './useHrText.ts'

type Changes = Omit<HrSettings, 'authority'> & { authority: Partial<HrSettings['authority']> }

/** How people become contacts: whose value counts per field, who leaves, which groups, when it asks. */
export function FieldsCard({
  settings: saved,
  source,
  sourceFields,
}: {
  settings: HrSettings
  source: HrSource
  sourceFields: readonly string[]
}) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  // Only what was changed here is sent: another member may have changed the rest since the page was opened.
  const { changes, change: set, markSaved } = useChanges<Changes>(saved)
  const settings: HrSettings = { ...saved, ...changes, authority: { ...saved.authority, ...changes.authority } }
  const [save, { isLoading }] = useConnectHrMutation()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (settings.custom.some(({ from }) => from.trim() === ''))
      // It says what is missing.
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const { error } = await save({ settings: changes, connect: false })
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    markSaved()
    announce(t`Saved`)
    toast.api({ title: t`HR system`, message: t`Saved. The next sync follows these settings.` }, 'OK')
  }
  const isFile = source === 'file'
  const hasGroup = (kind: 'department' | 'location') => settings.groups.includes(kind)
  const setGroup = (kind: 'department' | 'location', isOn: boolean) =>
    set({ groups: isOn ? [...settings.groups, kind] : settings.groups.filter((group) => group !== kind) })
  return (
    <SettingsCard
      id="hr-fields"
      title={t`How people become contacts`}
      text={t`Whose value counts, field by field. An empty value in the HR system never replaces one here.`}
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Authorities
          authority={settings.authority}
          onChange={(field, value) => set({ authority: { ...changes.authority, [field]: value } })}
        />
        <CustomFields chosen={settings.custom} sourceFields={sourceFields} onChange={(custom) => set({ custom })} />
        <div className={classes.authorities}>
          {!isFile && (
            <>
              <NativeSelect
                label={t`Number to text`}
                value={settings.phoneFrom}
                onChange={(event) => set({ phoneFrom: event.currentTarget.value as HrSettings['phoneFrom'] })}
                data={[
                  { value: 'any', label: t`Personal, else work` },
                  { value: 'personal', label: t`Personal only` },
                  { value: 'work', label: t`Work only` },
                ]}
              />
              <NativeSelect
                label={t`Use as location`}
                value={settings.locationFrom}
                onChange={(event) => set({ locationFrom: event.currentTarget.value as HrSettings['locationFrom'] })}
                data={[
                  { value: 'site', label: t`Site` },
                  { value: 'city', label: t`City` },
                ]}
              />
            </>
          )}
          <NativeSelect
            label={t`When someone leaves`}
            value={settings.onLeave}
            onChange={(event) => set({ onLeave: event.currentTarget.value as HrSettings['onLeave'] })}
            data={[
              { value: 'terminate', label: t`Mark as terminated` },
              { value: 'archive', label: t`Mark as terminated and archive` },
            ]}
          />
          <NativeSelect
            label={t`Sync`}
            value={settings.schedule}
            onChange={(event) => set({ schedule: event.currentTarget.value as HrSettings['schedule'] })}
            data={[
              { value: 'daily', label: isFile ? t`After each file` : t`Every night and after changes` },
              { value: 'manual', label: t`Only when I start it` },
            ]}
          />
          <Percent
            label={t`Ask when more than this share of people left`}
            value={settings.leavePct}
            onChange={(leavePct) => set({ leavePct })}
          />
          <Percent
            label={t`Ask when more than this share of people changes`}
            value={settings.changePct}
            onChange={(changePct) => set({ changePct })}
          />
        </div>
        <TagsInput
          label={t`Only people of these departments`}
          description={t`Empty for all. People who are contacts already stay.`}
          value={settings.departments}
          onChange={(departments) => set({ departments })}
          maxTags={HR_DEPARTMENTS_MAX}
          splitChars={[',']}
          clearable
          acceptValueOnBlur
        />
        <TagsInput
          label={t`Only people of these locations`}
          value={settings.locations}
          onChange={(locations) => set({ locations })}
          maxTags={HR_DEPARTMENTS_MAX}
          splitChars={[',']}
          clearable
          acceptValueOnBlur
        />
        <Switch
          label={t`Apply a sync right away when nothing needs a decision`}
          checked={settings.autoApply}
          onChange={(event) => set({ autoApply: event.currentTarget.checked })}
        />
        {!isFile && (
          <Checkbox
            label={t`Add contractors too`}
            checked={settings.contractors}
            onChange={(event) => set({ contractors: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={t`Keep a group for each department`}
          checked={hasGroup('department')}
          onChange={(event) => setGroup('department', event.currentTarget.checked)}
        />
        <Checkbox
          label={t`Keep a group for each location`}
          checked={hasGroup('location')}
          onChange={(event) => setGroup('location', event.currentTarget.checked)}
        />
        <div className={settingsClasses.line}>
          <Button type="submit" loading={isLoading}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

function Authorities({
  authority,
  onChange,
}: {
  authority: HrSettings['authority']
  onChange: (field: HrField, value: HrAuthority) => void
}) {
  const { fields, authorities } = useHrText()
  return (
    <div className={classes.authorities}>
      {HR_FIELDS.map((field) => (
        <NativeSelect
          key={field}
          label={fields[field]}
          value={authority[field]}
          onChange={(event) => onChange(field, event.currentTarget.value as HrAuthority)}
          data={HR_AUTHORITIES.filter((value) => field !== 'firstname' || value !== 'off').map((value) => ({
            value,
            label: authorities[value],
          }))}
        />
      ))}
    </div>
  )
}

function Percent({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <NumberInput
      label={label}
      suffix="%"
      min={1}
      max={100}
      clampBehavior="strict"
      allowDecimal={false}
      value={value}
      onChange={(typed) => typeof typed === 'number' && onChange(typed)}
    />
  )
}
