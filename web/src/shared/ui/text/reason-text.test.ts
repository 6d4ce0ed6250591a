import { expect, test } from 'vitest'
import { failureAdviceText, failureReasonText } from './reason-text.ts'

const failed = { state: 'failed' as const, errorCode: '30003', reason: 'Phone is off.' }

test('explains a failed message in the language of the user', () => {
  expect(failureReasonText(failed, 'en')).toBe('Phone is off or has no signal.')
  expect(failureReasonText(failed, 'es')).toMatch(/^El teléfono está apagado/)
  expect(failureAdviceText('30003', 'es')).toBe('Llama o pregunta en persona.')
})

test('explains an unknown outcome, and has no reason for a success', () => {
  expect(failureReasonText({ ...failed, state: 'unknown', errorCode: null }, 'es')).toMatch(/^No pudimos saber/)
  expect(failureReasonText({ ...failed, errorCode: '99999' }, 'es')).toMatch(/^El operador no dijo/)
  expect(failureReasonText({ state: 'delivered', errorCode: null, reason: null }, 'es')).toBeNull()
})
