import { describe, expect, it } from 'vitest'
import { withPinMoved, withPinToggled } from './pin-rules.ts'

describe('the order of pins', () => {
  const stored = ['forms', 'newsletter', 'birthday', 'contactoptin']
  it.each([
    [0, 1, ['newsletter', 'forms', 'birthday', 'contactoptin']],
    [3, 0, ['contactoptin', 'forms', 'newsletter', 'birthday']],
    [0, 3, ['newsletter', 'birthday', 'contactoptin', 'forms']],
    [0, -1, stored],
    [3, 4, stored],
    [4, 0, stored],
    [2, 2, stored],
  ])('moves the pin at %i to %i', (from, to, expected) => {
    expect(withPinMoved(stored, stored, from, to)).toEqual(expected)
  })

  it('keeps the pin of an app that is off in its place', () => {
    const shown = ['forms', 'birthday', 'contactoptin']
    expect(withPinMoved(stored, shown, 0, 1)).toEqual(['birthday', 'newsletter', 'forms', 'contactoptin'])
    expect(withPinToggled(stored, 'birthday')).toEqual(['forms', 'newsletter', 'contactoptin'])
    expect(withPinToggled(['newsletter'], 'forms')).toEqual(['newsletter', 'forms'])
  })
})
