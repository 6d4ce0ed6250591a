import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import { AuthLink } from './AuthLink.tsx'
import { LogIn } from './LogIn.tsx'
import { ssoPath, usePath } from './path.ts'

/** Loads a page when it is opened; when that fails, shows a card with a button to try again. */
function later(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load().catch(reloadOnce) }))
}

/** A newer version may have been deployed: reloads once; shows an error card when offline. */
async function reloadOnce(): Promise<ComponentType> {
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
  '/auth/sso': later(async () => (await import('./SsoEmail.tsx')).SsoEmail),
  [ssoPath]: later(async () => (await import('./SsoStart.tsx')).SsoStart),
  '/auth/sso-done': later(async () => (await import('./SsoDone.tsx')).SsoDone),
  '/auth/help': later(async () => (await import('./Help.tsx')).Help),
}

function NotLoaded() {
  const { t } = useLingui()
  return (
    <AuthCard title={t`Couldn't load this page`} text={t`Check your connection and try again.`}>
      <Button fullWidth size="md" onClick={() => location.reload()}>
        <Trans>Try again</Trans>
      </Button>
    </AuthCard>
  )
}

function NotFound() {
  const { t } = useLingui()
  return (
    <AuthCard title={t`Page not found`} text={t`The link may be outdated or mistyped.`}>
      <AuthLink to="/auth/login">{t`Go to login`}</AuthLink>
    </AuthCard>
  )
}

/** Renders the pages before login, each loaded when it is opened; an unknown path shows a link back. */
export function AuthPages() {
  const { t } = useLingui()
  const path = usePath()
  const title = t`Log In`
  useEffect(() => {
    document.title = `Crewline | ${title}`
  }, [title])
  const Page = pages[path.startsWith(ssoPath) ? ssoPath : path] ?? NotFound
  return (
    <Suspense fallback={null}>
      <Page key={path} />
    </Suspense>
  )
}
