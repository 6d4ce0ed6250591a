import { describe, expect, it } from 'vitest'
import { fallbacksIn, withFallback } from './fallback-rules.ts'

describe('the fallbacks of merge fields', () => {
  it('lists each field that can be empty once, with its fallback', () => {
    expect(fallbacksIn('Hi {first_name|there}, {location} {first_name} {organization}')).toEqual([
      { field: 'first_name', fallback: 'there' },
      { field: 'location', fallback: '' },
    ])
  })

  it('sets a fallback wherever the field is used', () => {
    expect(withFallback('{first_name}, {first_name|you}!', 'first_name', 'there')).toBe(
      '{first_name|there}, {first_name|there}!',
    )
  })

  it('removes an empty fallback, and characters that would end the field', () => {
    expect(withFallback('{first_name|you}', 'first_name', '')).toBe('{first_name}')
    expect(withFallback('{first_name}', 'first_name', 'a|b}$&')).toBe('{first_name|ab$&}')
  })
})
