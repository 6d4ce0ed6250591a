import { describe, expect, it } from 'vitest'
import { mutedUntil, muteEnd } from './mute-rules.ts'

const now = new Date(2026, 11, 31, 22, 30)

describe('muting for a time', () => {
  it('ends in an hour, or tomorrow at 8, also at the end of a year', () => {
    expect(new Date(muteEnd('hour', now))).toEqual(new Date(2026, 11, 31, 23, 30))
    expect(new Date(muteEnd('tomorrow', now))).toEqual(new Date(2027, 0, 1, 8))
  })
  it('is over at its end time', () => {
    const end = muteEnd('hour', now)
    expect(mutedUntil(end, now)).toEqual(new Date(end))
    expect(mutedUntil(end, new Date(end))).toBeUndefined()
    expect(mutedUntil(null, now)).toBeUndefined()
  })
})
