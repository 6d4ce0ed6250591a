import { describe, expect, it } from 'vitest'
import { openWhenPastDue } from '@crewline/contract/routes.gen'
import { derivePastDue } from './past-due.ts'

const request = (name: string, type: 'query' | 'mutation' = 'query') => ({ name, type })

describe('the past-due flag', () => {
  it('is set by a query rejected as past due', () => {
    expect(derivePastDue(request('conversation'), { status: 401, message: 'past_due' })).toBe(true)
  })
  it('is cleared by any other result of a query that past due could have blocked', () => {
    expect(derivePastDue(request('conversation'), undefined)).toBe(false)
    expect(derivePastDue(request('conversation'), { status: 404, message: 'gone' })).toBe(false)
    expect(derivePastDue(request('conversation'), { status: 401, message: 'else' })).toBe(false)
  })
  it.each(['me', 'sessions', 'switchOrg', 'logout', 'editSettings', 'setInfo'])(
    'is unchanged by %s, which is never blocked as past due',
    (name) => {
      expect(openWhenPastDue.has(name)).toBe(true)
      expect(derivePastDue(request(name), undefined)).toBeUndefined()
    },
  )
  it('is unchanged by mutations and by missing responses', () => {
    expect(derivePastDue(request('sendMessage', 'mutation'), { status: 401, message: 'past_due' })).toBeUndefined()
    expect(derivePastDue(request('conversation'), { status: 0, message: '' })).toBeUndefined()
  })
})
