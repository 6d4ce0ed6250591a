import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { AuthCard } from './AuthCard.tsx'
import { openApplication } from './arrive.ts'
import { readSlice } from '../../../shared/lib/session/keep.ts'
import { isAuthenticated } from '../../../shared/lib/session/state.ts'

/** Returns the email of the user signed in on this device; undefined when there is none. */
export function signedInAs(): string | undefined {
  const auth = readSlice('auth')
  return isAuthenticated(auth) ? auth.user?.email : undefined
}

export interface SignedInAlreadyProps {
  title: string
  /** More about the invalid link. */
  children?: ReactNode
}

/** Shown for an invalid link, often one clicked twice: a user who is signed in can continue. */
export function SignedInAlready({ title, children }: SignedInAlreadyProps) {
  const email = signedInAs()
  return (
    <AuthCard
      title={title}
      text={
        <Trans>
          You're logged in as <strong dir="auto">{email}</strong>.
        </Trans>
      }
    >
      {children}
      <Button fullWidth size="md" onClick={() => openApplication('replace')}>
        <Trans>Go to Crewline</Trans>
      </Button>
    </AuthCard>
  )
}
