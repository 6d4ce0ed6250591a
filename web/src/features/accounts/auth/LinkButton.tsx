import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

export interface LinkButtonProps {
  /** Called without the event, because handlers may take another first argument. */
  onClick: () => void
  children: ReactNode
}

/** Looks like a link, but changes this page instead of opening another. */
export function LinkButton({ onClick, children }: LinkButtonProps) {
  return (
    <Anchor component="button" type="button" onClick={() => onClick()}>
      {children}
    </Anchor>
  )
}
