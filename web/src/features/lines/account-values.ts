import type { Line } from './api.ts'

/** The fields of an account in a form; which of them a carrier needs differs. */
export interface AccountValues {
  account: string
  key: string
  publicKey: string
}

export const EMPTY_ACCOUNT: AccountValues = { account: '', key: '', publicKey: '' }

/** The fields that the account at a carrier consists of. */
export const ACCOUNT_FIELDS: Record<Line['carrier'], (keyof AccountValues)[]> = {
  twilio: ['account', 'key'],
  telnyx: ['key', 'publicKey'],
  simulated: [],
}

/** Returns the filled fields of the account at a carrier, as the API takes them. */
export function accountFrom(carrier: Line['carrier'], values: AccountValues): Partial<AccountValues> {
  return Object.fromEntries(
    ACCOUNT_FIELDS[carrier].flatMap((field) => (values[field].trim() === '' ? [] : [[field, values[field].trim()]])),
  )
}
