import { describe, expect, it } from 'vitest'
import { openWhenPastDue } from '@crewline/contract/routes.gen'
import { pastDueVerdict } from './past-due.ts'

const asked = (name: string, type: 'query' | 'mutation' = 'query') => ({ name, type })

describe('the past-due flag', () => {
  it('is set by a query that is refused for it', () => {
    expect(pastDueVerdict(asked('conversation'), { status: 401, message: 'past_due' })).toBe(true)
  })
  it('is cleared by any other result of a query that could have been refused', () => {
    expect(pastDueVerdict(asked('conversation'), undefined)).toBe(false)
    expect(pastDueVerdict(asked('conversation'), { status: 404, message: 'gone' })).toBe(false)
    expect(pastDueVerdict(asked('conversation'), { status: 401, message: 'else' })).toBe(false)
  })
  it.each(['me', 'sessions', 'switchOrg', 'logout', 'editSettings', 'setInfo'])(
    'is left alone by %s, which is never refused for it',
    (name) => {
      expect(openWhenPastDue.has(name)).toBe(true)
      expect(pastDueVerdict(asked(name), undefined)).toBeUndefined()
    },
  )
  it('is left alone by mutations and by silence', () => {
    expect(pastDueVerdict(asked('sendMessage', 'mutation'), { status: 401, message: 'past_due' })).toBeUndefined()
    expect(pastDueVerdict(asked('conversation'), { status: 0, message: '' })).toBeUndefined()
  })
})
