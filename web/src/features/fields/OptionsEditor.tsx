import type { FieldOption } from '@crewline/contract/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { changeAndFocus } from '../../shared/lib/change-and-focus.ts'
import { newId } from '../../shared/lib/new-id.ts'
import { movedBy } from './draft.ts'
import classes from './Fields.module.css'
import { OptionRow } from './OptionRow.tsx'

export interface OptionsEditorProps {
  options: FieldOption[]
  onChange: (options: FieldOption[]) => void
  /** Ids of saved options: contacts may have them, so they are archived instead of removed. */
  saved: ReadonlySet<string>
  error?: string
  isDisabled: boolean
}

const optionsMax = 100

/** Edits the options of a field: add, rename, color, sort, archive. Enter moves to the next option. */
export function OptionsEditor({ options, onChange, saved, error, isDisabled }: OptionsEditorProps) {
  const { t } = useLingui()
  const box = useRef<HTMLFieldSetElement>(null)

  const inputOf = (id: string) => box.current?.querySelector<HTMLInputElement>(`[data-option="${id}"]`)
  function addAfter(at: number): void {
    if (options.length >= optionsMax) return
    const option = { id: newId(), label: '', color: 'gray', archived: false }
    changeAndFocus(
      () => onChange(options.toSpliced(at + 1, 0, option)),
      () => inputOf(option.id),
    )
  }
  return (
    <fieldset ref={box} className={classes.options} aria-describedby={error ? 'options-error' : undefined}>
      <legend className={classes.legend}>{t`Options`}</legend>
      <ul className={classes.optionList}>
        {options.map((option, at) => (
          <OptionRow
            key={option.id}
            option={option}
            place={at + 1}
            count={options.length}
            isSaved={saved.has(option.id)}
            isDisabled={isDisabled}
            onChange={(part) => onChange(options.with(at, { ...option, ...part }))}
            onMove={(by) => onChange(movedBy(options, at, by))}
            onRemove={() => onChange(options.toSpliced(at, 1))}
            onEnter={() => {
              const next = options[at + 1]
              if (next) inputOf(next.id)?.focus()
              else if (option.label.trim() !== '') addAfter(at)
            }}
          />
        ))}
      </ul>
      {!isDisabled && options.length < optionsMax && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.addOption ?? ''}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => addAfter(options.length - 1)}
        >
          <Trans>Add option</Trans>
        </Button>
      )}
      {error && (
        <p id="options-error" className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
