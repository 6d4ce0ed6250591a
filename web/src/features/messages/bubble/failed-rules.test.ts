import { describe, expect, it } from 'vitest'
import { howToRepeat } from './failed-rules.ts'

describe('a message that was not delivered', () => {
  it.each([
    ['unknown', null, 'ask'],
    ['failed', 'outcome_unknown', 'ask'],
    ['quarantined', null, 'ask'],
    ['undelivered', '30003', 'retry'],
    ['undelivered', '30007', 'rewrite'],
    ['undelivered', '30006', 'none'],
    ['failed', '21610', 'none'],
    ['suppressed', null, 'none'],
    ['failed', 'a code of tomorrow', 'retry'],
  ] as const)('in state %s with code %s can be repeated by: %s', (state, errorCode, repeatMode) => {
    expect(howToRepeat({ state, errorCode })).toBe(repeatMode)
  })
})
