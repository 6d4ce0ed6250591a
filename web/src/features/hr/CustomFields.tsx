import { HR_AUTHORITIES, HR_CUSTOM_MAX } from '@crewline/contract/hr-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Autocomplete, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useCustomFields } from '../fields/index.ts'
import type { HrSettings } from './api.ts'
import classes from './Hr.module.css'
import { useHrText } from './useHrText.ts'

type Chosen = HrSettings['custom']

export interface CustomFieldsProps {
  chosen: Chosen
  /** What the source says beyond the standard fields, by name. */
  sourceFields: readonly string[]
  onChange: (chosen: Chosen) => void
}

/** Which custom fields are filled from what the source says beyond the standard fields, and whose value counts. */
export function CustomFields({ chosen, sourceFields, onChange }: CustomFieldsProps) {
  const { t } = useLingui()
  const { authorities } = useHrText()
  const fields = useCustomFields()
  const group = useRef<HTMLFieldSetElement>(null)
  const removedAt = useRef<number>(undefined)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isAdded.current) {
      // The button may be gone: it is not there for the last field.
      isAdded.current = false
      group.current?.querySelector<HTMLElement>(`[data-row="${chosen.length - 1}"] select`)?.focus()
    }
    if (removedAt.current === undefined) return
    // The button that had the focus is gone.
    const buttons = group.current?.querySelectorAll('button') ?? []
    buttons[Math.min(removedAt.current, buttons.length - 1)]?.focus()
    removedAt.current = undefined
  })
  if (fields.length === 0 && chosen.length === 0) return null
  const nameOf = (key: string) => fields.find((field) => field.key === key)?.name ?? key
  const free = fields.filter(({ key }) => !chosen.some((one) => one.key === key))
  const first = free[0]
  const replace = (at: number, change: Partial<Chosen[number]>) =>
    onChange(chosen.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset ref={group} className={classes.custom}>
      <legend>
        <Trans>Custom fields</Trans>
      </legend>
      <p className={classes.words}>
        <Trans>Filled from custom fields of the HR system, further columns, or further attributes.</Trans>
      </p>
      {chosen.map(({ key, from, authority }, at) => (
        <div key={at} data-row={at} className={classes.customRow}>
          <NativeSelect
            label={t`Custom field`}
            aria-label={t`Custom field ${at + 1}`}
            value={key}
            onChange={(event) => replace(at, { key: event.currentTarget.value })}
            data={[key, ...free.map((field) => field.key)].map((value) => ({ value, label: nameOf(value) }))}
          />
          <Autocomplete
            label={t`Name at the source`}
            aria-label={t`Name at the source for ${nameOf(key)}`}
            value={from}
            data={[...sourceFields]}
            onChange={(name) => replace(at, { from: name })}
            error={from.trim() === '' ? t`Choose or enter a name.` : undefined}
            maxLength={200}
          />
          <NativeSelect
            label={t`Whose value counts`}
            aria-label={t`Whose value counts for ${nameOf(key)}`}
            value={authority}
            onChange={(event) => replace(at, { authority: event.currentTarget.value as typeof authority })}
            data={HR_AUTHORITIES.filter((value) => value !== 'off').map((value) => ({
              value,
              label: authorities[value],
            }))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Don't fill ${nameOf(key)}`}
            onClick={() => {
              removedAt.current = at
              onChange(chosen.filter((_one, index) => index !== at))
            }}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {first && chosen.length < HR_CUSTOM_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          className={classes.customAdd ?? ''}
          onClick={() => {
            isAdded.current = true
            onChange([...chosen, { key: first.key, from: sourceFields[0] ?? '', authority: 'newest' }])
          }}
        >
          <Trans>Fill a custom field</Trans>
        </Button>
      )}
    </fieldset>
  )
}
