import { expect, it } from 'vitest'
import { wordsAfter } from './typed-ahead.ts'

it('keeps letters of any alphabet, takes back the last, and leaves other keys alone', () => {
  const typed = ['M', 'ñ', ' ', '王', '😀', 'Backspace', 'Enter'].reduce(
    (words, key) => wordsAfter(words, key) ?? '',
    '',
  )
  expect(typed).toBe('Mñ 王')
  for (const key of ['Shift', 'ArrowDown', 'F5', 'Dead', 'Escape']) expect(wordsAfter('Mari', key)).toBeUndefined()
  expect(wordsAfter('', 'Backspace')).toBe('')
})
