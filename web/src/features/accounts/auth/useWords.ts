import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { FailureCode } from '@crewline/contract/failures'
import type { Refusal } from '../../../shared/api/send.ts'
import type { ApiRefusal } from '../../../shared/ui/useApiForm.ts'

/** Sentences of one page that stand before the usual ones. */
export type OwnWords = Partial<Record<FailureCode, string | ((refusal: Refusal) => ApiRefusal)>>

function lastPart(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.split('.').at(-1) ?? path, words]))
}

/** The number in the server's words about a wrong code: how many tries are left. */
function triesIn({ message }: Refusal): number | undefined {
  const digits = /\d+/.exec(message)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Says in plain words, in the reader's language, why a call of the pages before log-in was refused. */
export function useWords() {
  const { t } = useLingui()

  function waitIn({ retryAfterS = 60 }: Refusal): string {
    const minutes = Math.ceil(retryAfterS / 60)
    return retryAfterS < 60
      ? plural(retryAfterS, { one: '# second', other: '# seconds' })
      : plural(minutes, { one: '# minute', other: '# minutes' })
  }

  function wrongCode(refusal: Refusal): string {
    const tries = triesIn(refusal)
    if (tries === undefined) return t`That code is not right.`
    return plural(tries, {
      one: 'That code is not right. # try left.',
      other: 'That code is not right. # tries left.',
    })
  }

  function usual(refusal: Refusal): ApiRefusal {
    switch (refusal.code) {
      case 'offline':
        return { message: t`We could not reach Crewline. Check your connection, then try again.` }
      case 'slow_down': {
        const wait = waitIn(refusal)
        return { message: t`Too many tries. Wait ${wait}, then try again.` }
      }
      case 'link_invalid':
        return { message: t`This link is old or was used already.` }
      case 'code_wrong':
        return { message: wrongCode(refusal) }
      case 'code_dead':
        return { message: t`This code is old. Ask for a new one.` }
      case 'codes_locked':
        return { message: t`Too many wrong codes. Reset your password to go on.` }
      case 'phone_unsupported':
      case 'phone_invalid':
        return { fieldErrors: { phone: t`Enter a mobile number with its area code, like (555) 010-2233.` } }
      default:
        return { message: refusal.message || t`We could not do this. Try again in a moment.` }
    }
  }

  function weak({ fieldErrors, message }: Refusal): ApiRefusal {
    return { fieldErrors: { password: fieldErrors?.['password'] ?? message } }
  }

  function wordsFor(refusal: Refusal, own: OwnWords = {}): ApiRefusal {
    const mine = own[refusal.code as FailureCode]
    if (typeof mine === 'function') return mine(refusal)
    if (mine !== undefined) return { message: mine }
    if (refusal.code === 'password_weak') return weak(refusal)
    if (refusal.code === 'invalid' && refusal.fieldErrors) return { fieldErrors: lastPart(refusal.fieldErrors) }
    return usual(refusal)
  }

  return { wordsFor, waitIn }
}
