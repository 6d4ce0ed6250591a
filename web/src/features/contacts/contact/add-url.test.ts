import { describe, expect, it } from 'vitest'
import { addPath, startFrom, withoutAdding } from './add-url.ts'

const read = (path: string | undefined) => startFrom(new URLSearchParams(path?.split('?')[1]))

describe('the form for a new contact', () => {
  it.each([
    ['mari', { firstname: 'mari' }],
    ['Maria  de la Cruz', { firstname: 'Maria', lastname: 'de la Cruz' }],
    ['李 & "小"', { firstname: '李', lastname: '& "小"' }],
    ['+1 (555) 010-2233', { phone: '+1 (555) 010-2233' }],
    ['5550102', { phone: '5550102' }],
  ])('opens with %s', (terms, start) => {
    expect(addPath(terms)).toMatch(/^\/dashboard\/contacts\?add=1&/)
    expect(read(addPath(terms))).toEqual(start)
  })
  it.each(['', '  ', '4471', '?!', 'a'.repeat(61)])('is not offered for %j', (terms) => {
    expect(addPath(terms)).toBeUndefined()
  })
  it('drops values that do not fit a field', () => {
    expect(startFrom(new URLSearchParams({ firstname: 'a'.repeat(61), lastname: ' ' }))).toEqual({})
  })
  it('closes without leaving parameters in the URL and keeps the list', () => {
    const url = new URLSearchParams('q=ana&add=1&firstname=Maria&lastname=Cruz&phone=5550102')
    expect(withoutAdding(url).toString()).toBe('q=ana')
  })
})
