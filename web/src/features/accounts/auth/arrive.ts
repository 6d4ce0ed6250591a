import type { LoginReply, MfaRequired, SignedIn } from '@crewline/contract/accounts'
import { CODE_GAP_S } from '@crewline/contract/limits'
import { cookieColorScheme } from '../../../shared/lib/color-scheme.ts'
import { firstPage, pathAfterLogin } from '../../../shared/lib/last-path.ts'
import { forgetSession, readSlice, rememberLogin, rememberUnverified } from '../../../shared/lib/session/keep.ts'
import { readStored, removeStored, writeStored } from '../../../shared/lib/storage.ts'
import { forgetInTab, keepInTab, readInTab } from '../../../shared/lib/tab-storage.ts'
import { ask } from './ask.ts'
import { keepDeviceToken, usualOrganizationOf } from './known-devices.ts'
import { go } from './path.ts'

/** A log-in that waits for its second step; it lives in this tab alone. */
export interface SecondStep extends Pick<MfaRequired, 'mfaToken' | 'method' | 'maskedDestination'> {
  email: string
  /** When another text may be asked for, in ms since 1970. */
  nextTextAt: number
}

/** How a log-in went on: to another page, or not at all because the browser keeps nothing. */
export type Arrival = 'gone' | 'not_kept'

const isLogInPage = () => /^\/(auth\/login\/?)?$/.test(location.pathname)

/** Opens the application where the person wanted to go, or the invitation they logged in for; Back leads to no page that is spent. */
export function openApplication(how: 'assign' | 'replace' = isLogInPage() ? 'assign' : 'replace'): void {
  const isJoining = readInTab('joining') === true
  const next = new URLSearchParams(location.search).get('next')
  const { user } = readSlice('auth')
  location[how](isJoining ? '/auth/accept-invitation' : pathAfterLogin(next, location.origin, user?.permissions))
}

/** From the log-in page Back leads to the form again; a page that was opened by a link is spent. */
function onward(path: string): void {
  go(path, isLogInPage() ? 'push' : 'replace')
}

async function chooseOrganization(reply: SignedIn): Promise<void> {
  const { organizations, organization, token, user } = reply
  const usual = usualOrganizationOf(user.email)
  if (organizations.length < 2 || usual === organization.id || readInTab('joining') === true) return openApplication()
  if (organizations.some(({ id }) => id === usual)) {
    const switched = await ask('switchOrg', { body: { organizationId: usual as string } }, token)
    if (switched.reply && rememberLogin(switched.reply)) return openApplication()
  }
  go('/auth/select-organization', 'replace')
}

/** What was chosen with the account elsewhere counts on a device where nobody chose. */
function takeOverLook({ locale, colorScheme }: SignedIn['user']): void {
  if (locale !== 'en' && readStored('locale') === undefined) writeStored('locale', locale)
  const kept = cookieColorScheme()
  // Without a choice the manager answers what it is asked with.
  const isChosen = kept.get('light') === kept.get('dark')
  if (colorScheme !== 'auto' && !isChosen) kept.set(colorScheme)
}

/** Remembers a log-in and goes on: to what is still missing, to the choice of the organization, or to the application. */
export async function arriveSignedIn(reply: SignedIn): Promise<Arrival> {
  if (reply.deviceToken) keepDeviceToken(reply.user.email, reply.deviceToken)
  if (!rememberLogin(reply)) return 'not_kept'
  takeOverLook(reply.user)
  forgetInTab('second-step')
  if (reply.needInfo) {
    keepInTab('founder', 'full')
    go('/auth/register/company', 'replace')
  } else await chooseOrganization(reply)
  return 'gone'
}

/** Goes on from any right password or link: into the application, to the second step, or to the e-mail to confirm. */
export async function arrive(reply: LoginReply, email: string): Promise<Arrival> {
  if ('mfaRequired' in reply) {
    const { mfaToken, method, maskedDestination } = reply
    // Whatever this device held for the person did not help: the server honours it no more.
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

/** Opens the organization somebody just joined; what they did elsewhere does not matter there. */
export function arriveJoined(reply: SignedIn): Arrival {
  forgetInTab('joining')
  forgetInTab('link-accept-invitation')
  if (!rememberLogin(reply)) return 'not_kept'
  removeStored('last-path')
  location.replace(firstPage(reply.user.permissions))
  return 'gone'
}

/** After a new account is confirmed: the phone, if one was given, then the application. */
export function openAfterFounding(user: Pick<SignedIn['user'], 'phone' | 'phoneVerified'>): void {
  if (user.phone && !user.phoneVerified) go('/auth/verify-phone', 'replace')
  else openApplication()
}

/** A token turned out to be dead: this device forgets it, and the log-in page says so. */
export function leaveDead(token: string | null): void {
  forgetSession(token)
  location.replace('/auth/login?note=signed_out')
}
