import type { FailureCode } from '@crewline/contract/failures'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../api/send.ts'

function numberIn(text: string): number | undefined {
  const digits = /\d+/.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns a function that explains in the user's language why a call of the signed-in pages was rejected. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useLingui()

  function formatWait(seconds = 60): string {
    const minutes = Math.ceil(seconds / 60)
    return seconds < 60
      ? plural(Math.ceil(seconds), { one: '# second', other: '# seconds' })
      : plural(minutes, { one: '# minute', other: '# minutes' })
  }

  function wrongCodeText(left: number | undefined): string {
    if (left === undefined) return t`Incorrect code.`
    return plural(left, { one: 'Incorrect code. # try left.', other: 'Incorrect code. # tries left.' })
  }

  return (error) => {
    if (!isRefusal(error)) return t`Something went wrong. Try again in a moment.`
    switch (error.code as FailureCode | 'offline') {
      case 'offline':
        return t`Couldn't reach Crewline. Check your connection and try again.`
      case 'slow_down': {
        const time = formatWait(error.retryAfterS)
        return t`Too many tries. Wait ${time} and try again.`
      }
      case 'invalid_credentials':
        return t`Incorrect password.`
      case 'code_wrong':
        return wrongCodeText(numberIn(error.message))
      case 'code_dead':
        return t`This code has expired. Request a new one.`
      case 'codes_locked':
        return t`Too many wrong codes. Reset your password to continue.`
      case 'phone_invalid':
      case 'phone_unsupported':
        return t`Enter a mobile number with its area code, like (555) 010-2233.`
      case 'phone_missing':
        return t`Login codes go to this number. Verify the new one, or turn off two-step login first.`
      case 'password_weak':
        return error.fieldErrors?.['newPassword'] ?? error.message
      case 'already_member':
        return t`This person is already on your team.`
      case 'role_too_high':
        return t`You can't assign a role above your own.`
      case 'past_due':
        return t`Your account is past due. An owner or admin can pay the open invoice.`
      case 'not_permitted':
        return t`Your role doesn't allow this. Ask an owner or admin for help.`
      case 'not_found':
        return t`This no longer exists. Reload the page.`
      case 'invalid':
        return Object.values(error.fieldErrors ?? {})[0] ?? error.message
      // The server's message is already in the language of the request.
      default:
        return error.message || t`Something went wrong. Try again in a moment.`
    }
  }
}
