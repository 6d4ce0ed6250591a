import { I18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { loadMessages } from './preferred-locale.ts'
import { failureAdviceText, failureReasonText } from './reason-text.ts'

async function speaking(locale: 'en' | 'es'): Promise<I18n> {
  return new I18n({ locale, messages: { [locale]: await loadMessages(locale) } })
}

const [english, spanish] = [await speaking('en'), await speaking('es')]
const failed = { state: 'failed' as const, errorCode: '30003', reason: 'Phone is off.' }

test('explains a failed message in the language of the user', () => {
  expect(failureReasonText(failed, english)).toBe('Phone is off or has no signal.')
  expect(failureReasonText(failed, spanish)).toMatch(/^El teléfono está apagado/)
  expect(failureAdviceText('30003', spanish)).toBe('Llama o pregunta en persona.')
})

test('explains an unknown outcome, and has no reason for a success', () => {
  expect(failureReasonText({ ...failed, state: 'unknown', errorCode: null }, spanish)).toMatch(/^No pudimos saber/)
  expect(failureReasonText({ ...failed, errorCode: '99999' }, spanish)).toMatch(/^El operador no dijo/)
  expect(failureReasonText({ state: 'delivered', errorCode: null, reason: null }, spanish)).toBeNull()
})
