import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { describe, expect, it } from 'vitest'
import { confirmationFor, isTypedCount, missingIn, needsApproval, stepAfter, stepIn, toSave } from './draft-rules.ts'

const ready: BroadcastContent = {
  name: 'Payday',
  kind: 'announcement',
  audience: { everyone: true, groupIds: [], contactIds: [], exclude: { groupIds: [], contactIds: [] } },
  message: {
    body: 'Pay is in.',
    language: 'en',
    variants: [],
    mediaIds: [],
    trackLinks: true,
    signOff: true,
    optOutLine: false,
  },
  schedule: { mode: 'now' },
  options: { lineId: null, quietHours: 'hold', quietReason: '', replyCanWait: true },
  poll: null,
  acknowledgement: null,
}
const poll = { anonymous: false, allowChange: true, closesAfterHours: 72 }

describe('what a draft still needs', () => {
  it.each<[string, Partial<BroadcastContent>, string[]]>([
    ['nothing when it is complete', {}, []],
    ['a name', { name: ' ' }, ['name']],
    ['people', { audience: { ...ready.audience, everyone: false } }, ['audience']],
    ['a text or a file', { message: { ...ready.message, body: ' ' } }, ['message']],
    ['no text with a file', { message: { ...ready.message, body: '', mediaIds: ['a'] } }, []],
    [
      'a question for a poll, even with a file',
      {
        kind: 'poll',
        poll: { ...poll, type: 'yes_no', options: [] },
        message: { ...ready.message, body: '', mediaIds: ['a'] },
      },
      ['question'],
    ],
    [
      'two answers with text',
      {
        kind: 'poll',
        poll: {
          ...poll,
          type: 'choice',
          options: [{ label: 'A' }, { label: ' ' }],
        },
      },
      ['options'],
    ],
    [
      'an approval of each machine translation',
      { message: { ...ready.message, variants: [{ language: 'es', body: 'x', source: 'machine', approved: false }] } },
      ['translation'],
    ],
    ['a reason in quiet hours', { options: { ...ready.options, quietHours: 'send' } }, ['quietReason']],
  ])('is %s', (_, change, missing) => {
    expect(missingIn({ ...ready, ...change }, true)).toEqual(missing)
  })

  it('is a valid date', () => {
    expect(missingIn(ready, false)).toEqual(['date'])
  })
})

describe('saving a draft', () => {
  it('leaves out answers without text, which the server refuses', () => {
    const options = [{ label: 'Day' }, { label: '' }]
    expect(toSave({ poll: { ...poll, type: 'choice', options } }).poll?.options).toEqual([options[0]])
  })
})

describe('confirming before sending', () => {
  it.each([
    [999, false, 'none'],
    [1000, false, 'dialog'],
    [9999, false, 'dialog'],
    [10_000, false, 'typed'],
    [2, true, 'typed'],
  ] as const)('for %i people, everyone %s: %s', (recipients, isEveryone, expected) => {
    expect(confirmationFor(recipients, isEveryone)).toBe(expected)
  })

  it('accepts the number in any way of separating thousands', () => {
    for (const typed of ['4212', '4,212', '4.212', ' 4 212 ', '4\u202f212'])
      expect(isTypedCount(typed, 4212)).toBe(true)
    for (const typed of ['', '421', '4212a']) expect(isTypedCount(typed, 4212)).toBe(false)
  })
})

describe('the approval', () => {
  it('is needed by authors always, by managers above the limit, never by those who approve', () => {
    expect(needsApproval(1, { maySend: false, mayApprove: false, above: null })).toBe(true)
    expect(needsApproval(100, { maySend: true, mayApprove: false, above: 100 })).toBe(false)
    expect(needsApproval(101, { maySend: true, mayApprove: false, above: 100 })).toBe(true)
    expect(needsApproval(101, { maySend: true, mayApprove: true, above: 0 })).toBe(false)
  })
})

describe('the steps', () => {
  it('follow each other, and an unknown one is the first', () => {
    expect(stepIn('elsewhere')).toBe('people')
    expect(stepAfter('people')).toBe('message')
    expect(stepAfter('review')).toBeUndefined()
  })
})
