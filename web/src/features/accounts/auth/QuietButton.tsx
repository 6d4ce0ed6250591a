import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

export interface QuietButtonProps {
  /** Called without the event: what it does may take something else as its first argument. */
  onClick: () => void
  children: ReactNode
}

/** Looks like the quiet links beside it, and changes this page instead of leading to another. */
export function QuietButton({ onClick, children }: QuietButtonProps) {
  return (
    <Anchor component="button" type="button" onClick={() => onClick()}>
      {children}
    </Anchor>
  )
}
