import { expect, test } from 'vitest'
import { isStorageFailure } from './storage-failure.ts'

const failure = (code: string | undefined, message = 'failed') => Object.assign(new Error(message), { code })

test.each(['53100', '53200', '53300', '58030', '57P01', '57P03', '25006', '08006', 'ECONNREFUSED', 'ECONNRESET'])(
  'blames the database for %s',
  (code) => expect(isStorageFailure(failure(code))).toBe(true),
)

test.each(['23505', '22021', '42501', '40001', '57014', undefined])('blames the statement for %s', (code) =>
  expect(isStorageFailure(failure(code))).toBe(false),
)

test('knows a lost connection by its words, and a failure by its cause', () => {
  expect(isStorageFailure(failure(undefined, 'Connection terminated unexpectedly'))).toBe(true)
  expect(isStorageFailure(new Error('not stored', { cause: failure('53100') }))).toBe(true)
  expect(isStorageFailure('53100')).toBe(false)
})
