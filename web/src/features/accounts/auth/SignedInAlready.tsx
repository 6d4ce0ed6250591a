import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { AuthCard } from './AuthCard.tsx'
import { openApplication } from './arrive.ts'
import { readSlice } from '../../../shared/lib/session/keep.ts'
import { isAuthenticated } from '../../../shared/lib/session/state.ts'

/** The e-mail of who is signed in on this device; undefined when nobody is. */
export function signedInAs(): string | undefined {
  const auth = readSlice('auth')
  return isAuthenticated(auth) ? auth.user?.email : undefined
}

export interface SignedInAlreadyProps {
  title: string
  /** What else there is to know about the link that opened nothing. */
  children?: ReactNode
}

/** A link that opens nothing any more, often clicked a second time: whoever is signed in already just goes on. */
export function SignedInAlready({ title, children }: SignedInAlreadyProps) {
  const email = signedInAs()
  return (
    <AuthCard
      title={title}
      text={
        <Trans>
          You are logged in as <strong dir="auto">{email}</strong>.
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
