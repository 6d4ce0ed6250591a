import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

export interface QuietButtonProps {
  onClick: () => void
  children: ReactNode
}

/** Looks like the quiet links beside it, and changes this page instead of leading to another. */
export function QuietButton({ onClick, children }: QuietButtonProps) {
  return (
    <Anchor component="button" type="button" onClick={onClick}>
      {children}
    </Anchor>
  )
}
