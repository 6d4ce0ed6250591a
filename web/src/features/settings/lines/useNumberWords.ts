import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../../shared/api/send.ts'
import type { ApiRefusal } from '../../../shared/ui/useApiForm.ts'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import type { Line } from './api.ts'

/** Texts a second a type starts with when nobody says otherwise; the server says the same. */
export const usualPace: Record<Line['type'], number> = { local: 1, toll_free: 3, short_code: 100 }

/** What numbers are called, and why one was refused, in the reader's language. */
export function useNumberWords() {
  const { t, i18n } = useLingui()
  const wordsFor = useRefusalWords()
  const types: Record<Line['type'], string> = {
    local: t`Local number`,
    toll_free: t`Toll-free number`,
    short_code: t`Short code`,
  }
  const carriers: Record<Line['carrier'], string> = { twilio: 'Twilio', simulated: t`Simulated carrier` }

  function pace(perSecond: number): string {
    const count = i18n.number(perSecond, { maximumFractionDigits: 1 })
    return perSecond === 1 ? t`1 text a second` : t`${count} texts a second`
  }

  function refusal(error: unknown): ApiRefusal {
    if (!isRefusal(error)) return { message: wordsFor(error) }
    if (error.code === 'phone_invalid') return { fieldErrors: { phone: t`Enter a number with its area code.` } }
    if (error.code === 'phone_taken') return { fieldErrors: { phone: t`This number is in use here already.` } }
    if (error.code === 'upstream') return { message: t`The carrier did not answer. Try again in a moment.` }
    if (error.code === 'last_line') return { message: t`This is your only number. Add another one first.` }
    if (error.code !== 'carrier_refused') return { message: wordsFor(error) }
    return error.fieldErrors?.['key']
      ? { fieldErrors: { key: t`The carrier does not know this account with this token.` } }
      : {
          fieldErrors: { phone: t`This number is not in that account.` },
          message: t`This number is not in that account.`,
        }
  }

  function texts(count: number): string {
    return plural(count, { one: '# text', other: '# texts' })
  }
  return { types, carriers, pace, refusal, texts }
}
