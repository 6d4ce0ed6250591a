import { expect, test } from 'vitest'
import { healthOf, linePhone, textHookUrl, voiceHookUrl } from './rules.ts'

test('reads a number in the national format; a short code has five or six digits', () => {
  expect(linePhone('(312) 555-0142', 'local', 'US')).toBe('+13125550142')
  expect(linePhone('800 555 0142', 'toll_free', 'US')).toBe('+18005550142')
  expect(linePhone('123-45', 'short_code', 'US')).toBe('12345')
  for (const typed of ['12', '1234567', '+13125550142', 'hello'])
    expect(linePhone(typed, 'short_code', 'US')).toBeNull()
  expect(linePhone('12345', 'local', 'US')).toBeNull()
})

test('computes health as a share of finished messages, and only from enough messages', () => {
  const counts = { sent: 200, delivered: 190, failed: 10, filtered: 1, waiting: 3 }
  expect(healthOf(counts)).toEqual({
    ...{ sent: 200, deliveredPct: 95, failedPct: 5, filteredPct: 0.5, waiting: 3 },
    score: 'good',
  })
  expect(healthOf({ ...counts, sent: 19, delivered: 18, failed: 1, filtered: 1 }).score).toBe('unknown')
  expect(healthOf({ ...counts, delivered: 0, failed: 0, filtered: 0 })).toMatchObject({
    ...{ deliveredPct: null, failedPct: null, filteredPct: null },
    score: 'unknown',
  })
})

test.each([
  [{ delivered: 98, failed: 2, filtered: 1 }, 'watch'],
  [{ delivered: 90, failed: 10, filtered: 0 }, 'watch'],
  [{ delivered: 94, failed: 6, filtered: 6 }, 'bad'],
  [{ delivered: 70, failed: 30, filtered: 0 }, 'bad'],
] as const)('maps %o to %s', (counts, score) => {
  expect(healthOf({ ...counts, sent: 100, waiting: 0 }).score).toBe(score)
})

test('webhook addresses contain the carrier and the line', () => {
  const line = { id: 'l1', carrier: 'twilio' }
  expect(textHookUrl('https://crewline.example', line)).toBe('https://crewline.example/hooks/twilio/l1')
  expect(voiceHookUrl('https://crewline.example', line)).toBe('https://crewline.example/hooks/twilio/l1/voice')
})
