import { describe, expect, it } from 'vitest'
import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { isTextCompleted, longestSegments } from './length-rules.ts'

const variant = (language: string): BroadcastVariant => ({ language, body: 'x', source: 'author', approved: true })
const row = (language: string, segments: number) => ({
  language,
  people: 1,
  segments,
  units: 1,
  encoding: 'GSM-7' as const,
})
const cost = (byLanguage: ReturnType<typeof row>[]) => ({
  texts: 0,
  fewest: 0,
  most: 0,
  noted: 0,
  byLanguage,
  usedAfter: 0,
  daily: null,
  cap: null,
  included: null,
  minutes: 0,
})

describe('the segments of the longest text in a language', () => {
  const message = { language: 'en', variants: [variant('es')] }
  it.each([
    ['the people of that language', [row('en', 1), row('es', 3)], 'es', 3],
    ['regions of that language', [row('en-US', 2), row('es-MX', 3)], 'es', 3],
    ['people without a text of their own, in the first language', [row('en', 1), row('fr', 2), row('es', 3)], 'en', 2],
    ['no one', [row('en', 1)], 'es', undefined],
  ])('counts %s', (_case, byLanguage, language, segments) => {
    expect(longestSegments(cost(byLanguage), message, language)).toBe(segments)
  })
})

describe('a text is completed for each person', () => {
  const none = { signOff: '', noted: 0 }
  const announcement = { signOff: true, optOutLine: false, kind: 'announcement' }
  it.each([
    ['it has a field', 'Hi {first_name}', announcement, none],
    ['it asks for an answer', 'Hi', { ...announcement, kind: 'poll' }, none],
    ['it says how to opt out', 'Hi', { ...announcement, optOutLine: true }, none],
    ['the organization has a sign-off', 'Hi', announcement, { ...none, signOff: 'Acme HR' }],
    ['people get it off shift', 'Hi', announcement, { ...none, noted: 3 }],
  ])('when %s', (_case, body, content, added) => {
    expect(isTextCompleted(body, contentOf(content), added)).toBe(true)
  })

  it('not when nothing is added', () => {
    expect(isTextCompleted('Hi', contentOf(announcement), none)).toBe(false)
    expect(isTextCompleted('Hi', contentOf({ ...announcement, signOff: false }), { ...none, signOff: 'Acme HR' })).toBe(
      false,
    )
  })
})

function contentOf({ kind, ...message }: { kind: string; signOff: boolean; optOutLine: boolean }): BroadcastContent {
  return { kind, message } as BroadcastContent
}
