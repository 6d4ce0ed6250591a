import { useLingui } from '@lingui/react/macro'
import { ACCOUNT_FIELDS, type AccountValues } from './account-values.ts'
import type { Line } from './api.ts'

/** Returns the rules of a form for the account at a carrier; an account that is not needed may be left empty. */
export function useAccountRules(
  carrier: Line['carrier'],
  isNeeded: boolean,
): Record<keyof AccountValues, (value: string) => string | null> {
  const { t } = useLingui()
  const isMissing = (field: keyof AccountValues, value: string) =>
    isNeeded && ACCOUNT_FIELDS[carrier].includes(field) && value.trim() === ''
  return {
    account: (value) => (isMissing('account', value) ? t`Enter the account SID.` : null),
    key: (value) => {
      if (!isMissing('key', value)) return null
      return carrier === 'telnyx' ? t`Enter the API key.` : t`Enter the auth token.`
    },
    publicKey: (value) => {
      if (isMissing('publicKey', value)) return t`Enter the public key.`
      return carrier === 'telnyx' && value.trim() !== '' && !/^[A-Za-z0-9+/]{43}=$/.test(value.trim())
        ? t`Copy the whole public key, which ends with =.`
        : null
    },
  }
}
