import { UnstyledButton } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './Choices.module.css'

export interface PickProps {
  icon?: ReactNode
  /** Secondary text or a check mark at the end. */
  end?: ReactNode
  isChosen?: boolean
  onPick: () => void
  children: ReactNode
}

/** One item of a list of choices. */
export function Pick({ icon, end, isChosen = false, onPick, children }: PickProps) {
  return (
    <UnstyledButton className={classes.item} data-pick aria-pressed={isChosen || undefined} onClick={onPick}>
      {icon}
      <span>{children}</span>
      {end}
    </UnstyledButton>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-pick]')]
  const at = all.findIndex((element) => element === event.target)
  const next = all[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A list of choices with arrow key navigation, next to other form fields. */
export function PickList({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" onKeyDown={moveFocus}>
      {children}
    </div>
  )
}
