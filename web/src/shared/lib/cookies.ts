import { COOKIE_MAX_AGE_S, TOKEN_COOKIE } from '@crewline/contract/limits'
import { reportError } from './report-error.ts'

/** The cookie line that mirrors a token for 30 days; an empty token deletes the cookie. */
export function tokenCookie(token: string, isSecure: boolean): string {
  const age = token === '' ? 0 : COOKIE_MAX_AGE_S
  return `${TOKEN_COOKIE}=${encodeURIComponent(token)}; path=/; max-age=${age}; samesite=strict${isSecure ? '; secure' : ''}`
}

/** Mirrors the token into the cookie `token`; nothing of ours reads it. A refusal is reported, never thrown. */
export function mirrorToken(token: string): void {
  try {
    document.cookie = tokenCookie(token, location.protocol === 'https:')
  } catch (error) {
    reportError('token cookie could not be written', error)
  }
}
