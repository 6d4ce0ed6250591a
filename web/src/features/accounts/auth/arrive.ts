import type { LoginReply, MfaRequired, SignedIn } from '@crewline/contract/accounts'
import { CODE_GAP_S } from '@crewline/contract/limits'
import { cookieColorScheme } from '../../../shared/lib/color-scheme.ts'
import { firstPage, pathAfterLogin } from '../../../shared/lib/last-path.ts'
import { forgetSession, readSlice, rememberLogin, rememberUnverified } from '../../../shared/lib/session/keep.ts'
import { areSetupStepsHidden } from '../../../shared/lib/setup-steps.ts'
import { readStored, removeStored, writeStored } from '../../../shared/lib/storage.ts'
import { forgetInTab, keepInTab, readInTab } from '../../../shared/lib/tab-storage.ts'
import { sendRequest } from './send-request.ts'
import { keepDeviceToken, usualOrganizationOf } from './known-devices.ts'
import { go } from './path.ts'

/** A login that waits for its second step; kept in this tab only. */
export interface SecondStep extends Pick<MfaRequired, 'mfaToken' | 'method' | 'maskedDestination'> {
  email: string
  /** When another code may be sent, in ms since 1970. */
  nextTextAt: number
}

/** The result of a login: another page opened, or the browser could not store the session. */
export type Arrival = 'gone' | 'not_kept'

const isLogInPage = () => /^\/(auth\/login\/?)?$/.test(location.pathname)

/** Opens the page the user wanted, or the invitation they logged in for; Back never opens a one-time page. */
export function openApplication(how: 'assign' | 'replace' = isLogInPage() ? 'assign' : 'replace'): void {
  if (readInTab('joining') === true) return location[how]('/auth/accept-invitation')
  const next = new URLSearchParams(location.search).get('next')
  const { user } = readSlice('auth')
  const path = pathAfterLogin(next, location.origin, user?.permissions)
  // Only the plain inbox is replaced by the setup steps, never a page that the user asked for.
  if (next !== null || path !== '/dashboard/inbox') return location[how](path)
  return void needsSetup().then((isNeeded) => location[how](isNeeded ? '/dashboard' : path))
}

/** Returns whether the user can set up an organization that has no number yet, and has not hidden the setup steps. */
async function needsSetup(): Promise<boolean> {
  const { token, user, organization } = readSlice('auth')
  const maySetUp = ['lines.manage', 'analytics.view'].every((permission) => user?.permissions.includes(permission))
  if (!token || !organization || !maySetUp || areSetupStepsHidden(organization.id)) return false
  const { reply } = await sendRequest('lines', {}, token)
  return reply?.lines.length === 0
}

/**
 * From the login page, Back returns to the form; a page that was opened by a link works only once, so it is replaced.
 */
function onward(path: string): void {
  go(path, isLogInPage() ? 'push' : 'replace')
}

async function chooseOrganization(reply: SignedIn): Promise<void> {
  const { organizations, organization, token, user } = reply
  const usual = usualOrganizationOf(user.email)
  if (organizations.length < 2 || usual === organization.id || readInTab('joining') === true) return openApplication()
  if (organizations.some(({ id }) => id === usual)) {
    const switched = await sendRequest('switchOrg', { body: { organizationId: usual as string } }, token)
    if (switched.reply && rememberLogin(switched.reply)) return openApplication()
  }
  go('/auth/select-organization', 'replace')
}

/** Applies the theme and language of the account on a device without its own choice. */
function applyAccountAppearance({ locale, colorScheme }: SignedIn['user']): void {
  if (locale !== 'en' && readStored('locale') === undefined) writeStored('locale', locale)
  const colorSchemeStore = cookieColorScheme()
  // Without a stored choice the manager returns the default it is given.
  const isChosen = colorSchemeStore.get('light') === colorSchemeStore.get('dark')
  if (colorScheme !== 'auto' && !isChosen) colorSchemeStore.set(colorScheme)
}

/** Stores a login and continues: to missing sign-up steps, to the choice of the organization, or to the application. */
export async function arriveSignedIn(reply: SignedIn): Promise<Arrival> {
  if (reply.deviceToken) keepDeviceToken(reply.user.email, reply.deviceToken)
  if (!rememberLogin(reply)) return 'not_kept'
  applyAccountAppearance(reply.user)
  forgetInTab('second-step')
  if (reply.needInfo) {
    keepInTab('founder', 'full')
    go('/auth/register/company', 'replace')
  } else await chooseOrganization(reply)
  return 'gone'
}

/** Continues after any right password or link: to the application, the second step, or the email confirmation. */
export async function arrive(reply: LoginReply, email: string): Promise<Arrival> {
  if ('mfaRequired' in reply) {
    const { mfaToken, method, maskedDestination } = reply
    // The server required a second step, so it no longer accepts the device token of this user.
    if (email !== '') keepDeviceToken(email, undefined)
    const nextTextAt = method === 'sms' ? Date.now() + CODE_GAP_S * 1000 : 0
    keepInTab('second-step', { mfaToken, method, maskedDestination, email, nextTextAt } satisfies SecondStep)
    onward('/auth/mfa')
    return 'gone'
  }
  if ('unverifiedToken' in reply) {
    if (!rememberUnverified(reply.unverifiedToken)) return 'not_kept'
    keepInTab('email', email)
    onward('/auth/check-email')
    return 'gone'
  }
  return arriveSignedIn(reply)
}

/**
 * Opens the organization the user just joined, after the second step if they need one; the last page of another
 * organization is discarded.
 */
export async function arriveJoined(reply: SignedIn | MfaRequired, email: string): Promise<Arrival> {
  forgetInTab('joining')
  forgetInTab('link-accept-invitation')
  if ('mfaRequired' in reply) return arrive(reply, email)
  if (!rememberLogin(reply)) return 'not_kept'
  removeStored('last-path')
  location.replace(firstPage(reply.user.permissions))
  return 'gone'
}

/**
 * Continues after a new account is confirmed: to the phone verification, if a phone was given, then to the application.
 */
export function openAfterFounding(user: Pick<SignedIn['user'], 'phone' | 'phoneVerified'>): void {
  if (user.phone && !user.phoneVerified) go('/auth/verify-phone', 'replace')
  else openApplication()
}

/** Removes a rejected token from this device and opens the login page with a notice. */
export function leaveDeadSession(token: string | null): void {
  forgetSession(token)
  location.replace('/auth/login?note=signed_out')
}
