import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { FailureCode } from '@crewline/contract/failures'
import type { Refusal } from '../../../shared/api/send.ts'
import type { ApiRefusal } from '../../../shared/ui/form/useApiForm.ts'

/** Messages of one page that take precedence over the default ones. */
export type RefusalOverrides = Partial<Record<FailureCode, string | ((refusal: Refusal) => ApiRefusal)>>

function lastPart(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.').at(-1) ?? path, message]))
}

/** Reads the remaining attempts from the server's message about a wrong code. */
function readAttemptsLeft({ message }: Refusal): number | undefined {
  const digits = /\d+/.exec(message)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns functions that explain a rejected call before login in the user's language. */
export function useAuthRefusals() {
  const { t } = useLingui()

  function formatWait({ retryAfterS = 60 }: Refusal): string {
    const minutes = Math.ceil(retryAfterS / 60)
    return retryAfterS < 60
      ? plural(retryAfterS, { one: '# second', other: '# seconds' })
      : plural(minutes, { one: '# minute', other: '# minutes' })
  }

  function wrongCodeText(refusal: Refusal): string {
    const tries = readAttemptsLeft(refusal)
    if (tries === undefined) return t`Incorrect code.`
    return plural(tries, { one: 'Incorrect code. # try left.', other: 'Incorrect code. # tries left.' })
  }

  function usual(refusal: Refusal): ApiRefusal {
    switch (refusal.code) {
      case 'offline':
        return { message: t`Couldn't reach Crewline. Check your connection and try again.` }
      case 'slow_down': {
        const wait = formatWait(refusal)
        return { message: t`Too many tries. Wait ${wait} and try again.` }
      }
      case 'link_invalid':
        return { message: t`This link has expired or was already used.` }
      case 'code_wrong':
        return { message: wrongCodeText(refusal) }
      case 'code_dead':
        return { message: t`This code has expired. Request a new one.` }
      case 'codes_locked':
        return { message: t`Too many wrong codes. Reset your password to continue.` }
      case 'phone_unsupported':
      case 'phone_invalid':
        return { fieldErrors: { phone: t`Enter a mobile number with its area code, like (555) 010-2233.` } }
      default:
        return { message: refusal.message || t`Something went wrong. Try again in a moment.` }
    }
  }

  function weak({ fieldErrors, message }: Refusal): ApiRefusal {
    return { fieldErrors: { password: fieldErrors?.['password'] ?? message } }
  }

  function explainRefusal(refusal: Refusal, overrides: RefusalOverrides = {}): ApiRefusal {
    const mine = overrides[refusal.code as FailureCode]
    if (typeof mine === 'function') return mine(refusal)
    if (mine !== undefined) return { message: mine }
    if (refusal.code === 'password_weak') return weak(refusal)
    if (refusal.code === 'invalid' && refusal.fieldErrors) return { fieldErrors: lastPart(refusal.fieldErrors) }
    return usual(refusal)
  }

  return { wordsFor: explainRefusal, waitIn: formatWait }
}
