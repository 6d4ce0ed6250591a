import { Anchor } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { go, pageUrl } from './path.ts'

export interface AuthLinkProps {
  /** Path of another page before login. */
  to: string
  /** Runs before the page changes, to keep what was typed. */
  onGo?: () => void
  children: ReactNode
}

/** Renders a link between the pages before login; it switches pages without a page load and can open in a new tab. */
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
