import { describe, expect, it } from 'vitest'
import { compactCount, fullerKind, runsOutOn, shareUsed, usageWarning } from './usage-rules.ts'

const usage = (
  used: number,
  included: number | null,
  forecast = used,
  level: 'ok' | 'warn' | 'critical' | 'over' = 'ok',
) => ({
  periodStart: '2026-11-01T00:00:00Z',
  periodEnd: '2026-12-01T00:00:00Z',
  segments: { used, included, forecast },
  mms: { used: 0, included: null, forecast: 0 },
  level,
})

describe('the usage meter', () => {
  it.each([
    [0, 10_000, 0],
    [8120, 10_000, 0.812],
    [12_000, 10_000, 1],
    [0, 0, 1],
    [5, null, null],
  ])('fills the bar for %i of %j to %j', (used, included, share) =>
    expect(shareUsed(usage(used, included))).toBe(share),
  )

  it.each([
    [950, '950'],
    [8120, '8.1k'],
    [10_000, '10k'],
  ])('formats %i as %s', (count, text) => expect(compactCount(count, 'en')).toBe(text))

  it('predicts the day the included segments run out at the current rate, if they do', () => {
    expect(runsOutOn(usage(8000, 10_000, 12_000))?.toISOString()).toBe('2026-11-26T00:00:00.000Z')
    expect(runsOutOn(usage(8000, 10_000, 9000))).toBeUndefined()
    expect(runsOutOn(usage(11_000, 10_000, 12_000))).toBeUndefined()
    expect(runsOutOn(usage(8000, null, 12_000))).toBeUndefined()
  })

  it.each<{ segments: [number, number | null]; mms: [number, number | null]; kind: 'segments' | 'mms' }>([
    { segments: [8, 10], mms: [0, null], kind: 'segments' },
    { segments: [8, 10], mms: [41, 50], kind: 'mms' },
    { segments: [8, 10], mms: [39, 50], kind: 'segments' },
    { segments: [12, 10], mms: [51, 50], kind: 'segments' },
    { segments: [2, 10], mms: [60, 50], kind: 'mms' },
    { segments: [2, null], mms: [60, 50], kind: 'mms' },
  ])('warns about what is used most: segments $segments, MMS $mms, so $kind', ({ segments, mms, kind }) =>
    expect(fullerKind({ ...usage(...segments), mms: { used: mms[0], included: mms[1], forecast: mms[0] } })).toBe(kind),
  )

  it.each([
    [null, 'none'],
    [usage(1, 10, 1, 'ok'), 'none'],
    [usage(8, 10, 8, 'warn'), 'little'],
    [usage(9, 10, 9, 'critical'), 'little'],
    [usage(11, 10, 11, 'over'), 'all'],
    [usage(11, null, 11, 'over'), 'none'],
  ])('follows the warning level of the server: %j %s', (messageUsage, warning) =>
    expect(usageWarning(messageUsage)).toBe(warning),
  )
})
