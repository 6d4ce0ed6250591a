import { expect, test } from 'vitest'
import { maskedNumbers } from './text.ts'

test.each([
  '+1 (415) 555-2671',
  '415-555-2671',
  '415.555.2671',
  '415–555–2671',
  '415‑555‑2671',
  '415/555/2671',
  '415_555_2671',
  '415 555 2671',
  '41\u200b5555\u200b2671',
  '٤١٥٥٥٥٢٦٧١',
])('masks the number %s', (number) => {
  const masked = maskedNumbers(`Call ${number} now`)
  expect(masked).toMatch(/^Call •••(?:71|٧١) now$/)
})

test.each([
  ['2026-11-26 415-555-2671', '•••71'],
  ['2026-11-26 08', '•••08'],
  ['12.24.2026.4155', '•••55'],
])('masks %s, which is more than days', (text, masked) => {
  expect(maskedNumbers(text)).toBe(masked)
})

test.each([
  'Schedule 2026-11-26 08:00',
  '8:00 11/26/2026 to 11/27/2026',
  '2026-11-26 - 2026-11-28.',
  '12/24/2026',
  '2026-12-24',
  '24.12.26',
  'Room 1204',
  'from 8:00 to 16:30',
  '$1,250.00',
])('leaves %s as it is', (text) => {
  expect(maskedNumbers(text)).toBe(text)
})
