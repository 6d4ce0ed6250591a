import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useEffect } from 'react'
import { AuthCard } from './AuthCard.tsx'
import { LogIn } from './LogIn.tsx'

export interface AuthPagesProps {
  /** False on a path below /auth that nobody knows. */
  isLoginPage: boolean
  /** Called once the session is stored. */
  onLoggedIn: () => void
}

/** The pages before log-in. An unknown one says so calmly and leads back. */
export function AuthPages({ isLoginPage, onLoggedIn }: AuthPagesProps) {
  const { t } = useLingui()
  const title = t`Log In`
  useEffect(() => {
    document.title = `Crewline | ${title}`
  }, [title])
  if (isLoginPage) return <LogIn onLoggedIn={onLoggedIn} />
  return (
    <AuthCard title={t`This page is not here`} text={t`The link may be old, or it has a typing error.`}>
      <Anchor href="/auth/login">{t`Go to log in`}</Anchor>
    </AuthCard>
  )
}
