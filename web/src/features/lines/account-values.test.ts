import { expect, test } from 'vitest'
import { accountFrom } from './account-values.ts'

const values = { account: ' AC1 ', key: ' secret ', publicKey: 'abc=' }

test.each([
  ['twilio', { account: 'AC1', key: 'secret' }],
  ['telnyx', { key: 'secret', publicKey: 'abc=' }],
  ['simulated', {}],
] as const)('takes from the form what an account at %s consists of', (carrier, account) => {
  expect(accountFrom(carrier, values)).toEqual(account)
})

test('leaves out empty fields', () => {
  expect(accountFrom('telnyx', { ...values, publicKey: ' ' })).toEqual({ key: 'secret' })
})
