import type { login } from '@crewline/contract/accounts'
import type { ReplyOf } from '@crewline/contract/endpoint'
import { mirrorToken } from '../cookies.ts'
import { reportError } from '../report-error.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'
import { readSyncToken, writeSyncToken } from '../sync-key.ts'
import { soundSlice } from './schema.ts'
import { emptySession, REMEMBERED_KEYS, type AuthState, type RememberedKey, type RememberedState } from './state.ts'

/** What a log-in answers. */
export type LoginReply = ReplyOf<typeof login>

/** The state after a log-in: the reply, all warnings shown again, nothing switching. */
function authAfterLogin(reply: LoginReply): AuthState {
  const { token, user, organization, needBilling, intercomHash, features } = reply
  return {
    ...emptySession().auth,
    token,
    user,
    organization,
    needBilling,
    intercomHash,
    features,
    muteNotifications: user.muteNotifications,
  }
}

/** A remembered part of the session; its defaults when there is none or it is broken, and broken ones are reported. */
export function readSlice<K extends RememberedKey>(key: K): RememberedState[K] {
  const stored = readStored(key)
  const sound = soundSlice(key, stored ?? {})
  if (!sound) reportError(`stored session part was broken: ${key}`, undefined)
  return sound ?? emptySession()[key]
}

/** Remembers a fresh log-in for the application and for other tabs; false when the browser refused to store it. */
export function rememberLogin(reply: LoginReply): boolean {
  for (const key of REMEMBERED_KEYS) if (key !== 'auth') removeStored(key)
  const isKept = writeStored('auth', authAfterLogin(reply))
  mirrorToken(reply.token)
  writeSyncToken(reply.token)
  return isKept
}

/** Mirrors a token into the cookie and the sync key. */
export function mirrorEverywhere(token: string): void {
  mirrorToken(token)
  writeSyncToken(token)
}

/**
 * Forgets a session on this device: slices, cookie and sync key; drafts stay for the same member.
 * Does nothing and answers false when another tab has signed in with a newer token since.
 */
export function forgetSession(token: string | null): boolean {
  const theirs = readSyncToken()
  if (token !== null && theirs !== '' && theirs !== token) return false
  for (const key of REMEMBERED_KEYS) removeStored(key)
  removeStored('last-path')
  mirrorEverywhere('')
  return true
}
