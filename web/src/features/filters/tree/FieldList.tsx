import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { intoView } from '../../../shared/ui/overlay/into-view.ts'
import type { FilterField } from '../filter-field.ts'
import classes from '../chips/FilterChips.module.css'
import { useSections } from '../useSections.ts'

export interface FieldListProps {
  fields: readonly FilterField[]
  onPick: (field: FilterField) => void
  /** Opens the builder instead. */
  onAdvanced: () => void
}

/** Lists all filter fields with a search: arrow keys move, Enter picks. */
export function FieldList({ fields, onPick, onAdvanced }: FieldListProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [requestedIndex, setActive] = useState(0)
  const text = typed.trim().toLocaleLowerCase(i18n.locale)
  const sections = useSections(fields.filter(({ label }) => label.toLocaleLowerCase(i18n.locale).includes(text)))
  const visibleFields = sections.flatMap((section) => section.fields)
  const active = visibleFields[Math.min(requestedIndex, visibleFields.length - 1)]
  const optionId = (field: FilterField) => `${id}-${field.name.replaceAll('.', '-')}`
  const activeId = active && optionId(active)

  function move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && active) {
      event.preventDefault()
      setActive((visibleFields.indexOf(active) + step + visibleFields.length) % visibleFields.length)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      onPick(active)
    }
  }

  return (
    <>
      <TextInput
        size="sm"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={activeId}
        aria-label={t`Find a field`}
        placeholder={t`Find a field`}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={move}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.fields} id={id} role="listbox" aria-label={t`Fields`}>
        {sections.map((section) => (
          <div key={section.name} role="group" aria-label={section.name}>
            <div className={classes.section} aria-hidden>
              {section.name}
            </div>
            {section.fields.map((field) => (
              <div
                key={field.name}
                id={optionId(field)}
                ref={field === active ? intoView : undefined}
                className={classes.field}
                role="option"
                aria-selected={field === active}
                tabIndex={-1}
                onPointerMove={() => setActive(visibleFields.indexOf(field))}
                onClick={() => onPick(field)}
                onKeyDown={move}
              >
                {field.label}
              </div>
            ))}
          </div>
        ))}
      </div>
      {visibleFields.length === 0 && (
        <p className={classes.nothing} role="status">
          <Trans>No fields match.</Trans>
        </p>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        fullWidth
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
        onClick={onAdvanced}
      >
        <Trans>Advanced filter…</Trans>
      </Button>
    </>
  )
}
