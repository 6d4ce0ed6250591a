import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink } from './AuthLink.tsx'
import { LogIn } from './LogIn.tsx'
import { usePath } from './path.ts'

/** A page that is loaded when it is opened; when that fails, a card that offers to load it again stands there. */
function later(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load().catch(loadedAnew) }))
}

/** A newer version may have taken the place of this one: loads it, once; without a network says so. */
async function loadedAnew(): Promise<ComponentType> {
  const path = location.pathname
  if (!navigator.onLine || textInTab('loaded-anew') === path) return NotLoaded
  keepInTab('loaded-anew', path)
  location.reload()
  return new Promise(() => undefined)
}

const pages: Record<string, ComponentType> = {
  '/': LogIn,
  '/auth/login': LogIn,
  '/auth/token': later(async () => (await import('./TokenLogin.tsx')).TokenLogin),
  '/auth/email-link': later(async () => (await import('./EmailLink.tsx')).EmailLink),
  '/auth/register': later(async () => (await import('./Register.tsx')).Register),
  '/auth/register/company': later(async () => (await import('./Company.tsx')).Company),
  '/auth/check-email': later(async () => (await import('./CheckEmail.tsx')).CheckEmail),
  '/auth/verify': later(async () => (await import('./VerifyEmail.tsx')).VerifyEmail),
  '/auth/verify-phone': later(async () => (await import('./VerifyPhone.tsx')).VerifyPhone),
  '/auth/mfa': later(async () => (await import('./Mfa.tsx')).Mfa),
  '/auth/forgot-password': later(async () => (await import('./ForgotPassword.tsx')).ForgotPassword),
  '/auth/reset-password': later(async () => (await import('./ResetPassword.tsx')).ResetPassword),
  '/auth/accept-invitation': later(async () => (await import('./AcceptInvitation.tsx')).AcceptInvitation),
  '/auth/unsubscribe': later(async () => (await import('./Unsubscribe.tsx')).Unsubscribe),
  '/auth/select-organization': later(async () => (await import('./SelectOrganization.tsx')).SelectOrganization),
  '/auth/help': later(async () => (await import('./Help.tsx')).Help),
}

function NotLoaded() {
  const { t } = useLingui()
  return (
    <AuthCard title={t`We could not load this page`} text={t`Check your connection, then try again.`}>
      <Button fullWidth size="md" onClick={() => location.reload()}>
        <Trans>Try again</Trans>
      </Button>
    </AuthCard>
  )
}

function NotFound() {
  const { t } = useLingui()
  return (
    <AuthCard title={t`This page is not here`} text={t`The link may be old, or it has a typing error.`}>
      <AuthLink to="/auth/login">{t`Go to log in`}</AuthLink>
    </AuthCard>
  )
}

/** The pages before log-in, each loaded when it is opened; an unknown one says so calmly and leads back. */
export function AuthPages() {
  const { t } = useLingui()
  const path = usePath()
  const title = t`Log In`
  useEffect(() => {
    document.title = `Crewline | ${title}`
  }, [title])
  const Page = pages[path] ?? NotFound
  return (
    <Suspense fallback={null}>
      <Page key={path} />
    </Suspense>
  )
}
