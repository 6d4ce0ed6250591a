import { describe, expect, it } from 'vitest'
import { pastDueVerdict } from './past-due.ts'

const asked = (endpointName: string, type: 'query' | 'mutation' = 'query') => ({ endpointName, type })

describe('the past-due flag', () => {
  it('is set by a query that is refused for it', () => {
    expect(pastDueVerdict(asked('thread'), { status: 401, message: 'past_due' })).toBe(true)
  })
  it('is cleared by any other result of a query that could have been refused', () => {
    expect(pastDueVerdict(asked('thread'), undefined)).toBe(false)
    expect(pastDueVerdict(asked('thread'), { status: 404, message: 'gone' })).toBe(false)
    expect(pastDueVerdict(asked('thread'), { status: 401, message: 'else' })).toBe(false)
  })
  it('is left alone by calls that are never refused, by mutations, and by silence', () => {
    expect(pastDueVerdict(asked('me'), undefined)).toBeUndefined()
    expect(pastDueVerdict(asked('sendMessage', 'mutation'), { status: 401, message: 'past_due' })).toBeUndefined()
    expect(pastDueVerdict(asked('thread'), { status: 0, message: '' })).toBeUndefined()
  })
})
