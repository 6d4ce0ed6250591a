import { expect, test } from 'vitest'
import { welcomeError, writtenWelcome } from './welcome-rules.ts'

test('languages without a text are left out of a welcome text, but not the last one', () => {
  expect(writtenWelcome({ isOn: true, text: { en: 'Hi', es: ' ' } })).toEqual({ isOn: true, text: { en: 'Hi' } })
  expect(writtenWelcome({ isOn: true, text: { en: '' } })).toEqual({ isOn: true, text: { en: '' } })
})

test('what is wrong with a welcome text is found among the errors of a form', () => {
  expect(welcomeError({ agreed: 'No', 'settings.welcome.text.en': 'Too short' })).toBe('Too short')
  expect(welcomeError({ agreed: 'No' })).toBeUndefined()
  expect(welcomeError(undefined)).toBeUndefined()
})
