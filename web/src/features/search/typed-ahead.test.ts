import { expect, it } from 'vitest'
import { textAfter } from './typed-ahead.ts'

it('keeps letters of any alphabet, removes the last one on Backspace, and ignores other keys', () => {
  const typed = ['M', 'ñ', ' ', '王', '😀', 'Backspace', 'Enter'].reduce((text, key) => textAfter(text, key) ?? '', '')
  expect(typed).toBe('Mñ 王')
  for (const key of ['Shift', 'ArrowDown', 'F5', 'Dead', 'Escape']) expect(textAfter('Mari', key)).toBeUndefined()
  expect(textAfter('', 'Backspace')).toBe('')
})
