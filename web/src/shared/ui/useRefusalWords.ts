import type { FailureCode } from '@crewline/contract/failures'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../api/send.ts'

function numberIn(text: string): number | undefined {
  const digits = /\d+/.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Says in plain words, in the reader's language, why a call of the signed-in pages was refused. */
export function useRefusalWords(): (error: unknown) => string {
  const { t } = useLingui()

  function wait(seconds = 60): string {
    const minutes = Math.ceil(seconds / 60)
    return seconds < 60
      ? plural(Math.ceil(seconds), { one: '# second', other: '# seconds' })
      : plural(minutes, { one: '# minute', other: '# minutes' })
  }

  function wrongCode(left: number | undefined): string {
    if (left === undefined) return t`That code is not right.`
    return plural(left, {
      one: 'That code is not right. # try left.',
      other: 'That code is not right. # tries left.',
    })
  }

  return (error) => {
    if (!isRefusal(error)) return t`We could not do this. Try again in a moment.`
    switch (error.code as FailureCode | 'offline') {
      case 'offline':
        return t`We could not reach Crewline. Check your connection, then try again.`
      case 'slow_down': {
        const time = wait(error.retryAfterS)
        return t`Too many tries. Wait ${time}, then try again.`
      }
      case 'invalid_credentials':
        return t`The password is not right.`
      case 'code_wrong':
        return wrongCode(numberIn(error.message))
      case 'code_dead':
        return t`This code is old. Ask for a new one.`
      case 'codes_locked':
        return t`Too many wrong codes. Reset your password to go on.`
      case 'phone_invalid':
      case 'phone_unsupported':
        return t`Enter a mobile number with its area code, like (555) 010-2233.`
      case 'phone_missing':
        return t`Codes go to your number. Verify the new one, or turn two-step log-in off first.`
      case 'password_weak':
        return error.fieldErrors?.['newPassword'] ?? error.message
      case 'already_member':
        return t`This person is in your team already.`
      case 'role_too_high':
        return t`You cannot give a role above your own.`
      case 'not_permitted':
        return t`Your role does not allow this. Ask an owner or admin for help.`
      case 'not_found':
        return t`This is not there any more. Reload the page.`
      case 'invalid':
        return Object.values(error.fieldErrors ?? {})[0] ?? error.message
      // The server says the rest in the language it was asked in.
      default:
        return error.message || t`We could not do this. Try again in a moment.`
    }
  }
}
