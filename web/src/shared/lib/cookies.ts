import { COOKIE_MAX_AGE_S, TOKEN_COOKIE } from '@crewline/contract/limits'
import { reportError } from './report-error.ts'

/** Returns the cookie string that copies a token for 30 days; an empty token deletes the cookie. */
export function tokenCookie(token: string, isSecure: boolean): string {
  const age = token === '' ? 0 : COOKIE_MAX_AGE_S
  return `${TOKEN_COOKIE}=${encodeURIComponent(token)}; path=/; max-age=${age}; samesite=strict${isSecure ? '; secure' : ''}`
}

/** Copies the token to the cookie `token`, which the server never reads. A failure is reported, never thrown. */
export function mirrorToken(token: string): void {
  try {
    document.cookie = tokenCookie(token, location.protocol === 'https:')
  } catch (error) {
    reportError('token cookie could not be written', error)
  }
}

/**
 * Returns the token in the cookie `token`; empty when there is none or cookies are off. A new tab finds its session
 * with it.
 */
export function cookieToken(): string {
  try {
    const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${TOKEN_COOKIE}=`))
    return pair ? decodeURIComponent(pair.slice(TOKEN_COOKIE.length + 1)) : ''
  } catch {
    return ''
  }
}
