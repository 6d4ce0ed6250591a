import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { refusalOf } from '../../shared/api/send.ts'
import type { ApiRefusal } from '../../shared/ui/form/useApiForm.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import type { Line } from './api.ts'

/** Default rate limit of each number type in messages per second; must match the server. */
export const defaultSendingSpeed: Record<Line['type'], number> = { local: 1, toll_free: 3, short_code: 100 }

/** Returns the localized labels of numbers and the reasons of refusals. */
export function useNumberText() {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const types: Record<Line['type'], string> = {
    local: t`Local number`,
    toll_free: t`Toll-free number`,
    short_code: t`Short code`,
  }
  const carriers: Record<Line['carrier'], string> = {
    twilio: 'Twilio',
    telnyx: 'Telnyx',
    simulated: t`Simulated carrier`,
  }

  function formatRate(perSecond: number): string {
    const count = formatNumber(perSecond, i18n.locale, { maximumFractionDigits: 1 })
    return perSecond === 1 ? t`1 text per second` : t`${count} texts per second`
  }

  function explainRefusal(error: unknown, carrier?: Line['carrier']): ApiRefusal {
    const refusal = refusalOf<'addLine' | 'buyLine' | 'searchNumbers' | 'editLine' | 'releaseLine'>(error)
    if (refusal?.code === 'phone_invalid') return { fieldErrors: { phone: t`Enter a phone number with area code.` } }
    if (refusal?.code === 'phone_taken') return { fieldErrors: { phone: t`This number is already in use here.` } }
    if (refusal?.code === 'upstream') return { message: t`The carrier didn't respond. Try again in a moment.` }
    if (refusal?.code === 'last_line') return { message: t`This is your only number. Add another first.` }
    if (refusal?.code !== 'carrier_refused') return { message: messageFor(error) }
    if (refusal.fieldErrors?.['key'])
      return {
        fieldErrors: {
          key:
            carrier === 'telnyx'
              ? t`The carrier didn't recognize this API key.`
              : t`The carrier didn't recognize this account and token. Check both.`,
        },
      }
    // The server says why this number does not work, in the language of the reader.
    const phone = refusal.fieldErrors?.['phone'] ?? t`This number isn't in that account.`
    return { fieldErrors: { phone }, message: phone }
  }

  function texts(count: number): string {
    return plural(count, { one: '# text', other: '# texts' })
  }
  return { types, carriers, speed: formatRate, refusal: explainRefusal, texts }
}
