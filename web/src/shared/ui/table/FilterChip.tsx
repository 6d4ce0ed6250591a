import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import classes from './FilterBar.module.css'

export interface FilterChipProps {
  /** The whole condition: "Location is Plant 2". */
  label: string
  /** Opens the editor of this filter. */
  onEdit?: () => void
  onRemove: () => void
}

/** Shows one active filter; a click edits it if possible, the close button, Delete or Backspace removes it. */
export function FilterChip({ label, onEdit, onRemove }: FilterChipProps) {
  const { t } = useLingui()
  function removeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    onRemove()
  }
  return (
    <span className={classes.chip}>
      {onEdit ? (
        <UnstyledButton className={classes.open} onClick={onEdit} onKeyDown={removeByKey} title={label}>
          <span>{label}</span>
        </UnstyledButton>
      ) : (
        <span className={classes.open} title={label}>
          <span>{label}</span>
        </span>
      )}
      <UnstyledButton
        className={classes.remove}
        onClick={onRemove}
        onKeyDown={removeByKey}
        aria-label={t`Remove filter: ${label}`}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </span>
  )
}
