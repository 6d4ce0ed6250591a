import { Anchor } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { go, pageUrl } from './path.ts'

export interface AuthLinkProps {
  /** Path of another page before log-in. */
  to: string
  /** Runs before the page changes, to keep what was typed. */
  onGo?: () => void
  children: ReactNode
}

/** A quiet link between the pages before log-in; it changes the page at once and opens in a new tab like any link. */
export function AuthLink({ to, onGo, children }: AuthLinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onGo?.()
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <Anchor href={pageUrl(to)} onClick={follow}>
      {children}
    </Anchor>
  )
}
