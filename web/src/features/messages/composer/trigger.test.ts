import { describe, expect, it } from 'vitest'
import { mentionedIn, noteParts, triggerAt } from './trigger.ts'

const all = ['reply', 'field'] as const
const find = (text: string) => triggerAt(text, text.length, all)

describe('the trigger of a suggestion list at the caret', () => {
  it.each([
    ['/', 'reply', ''],
    ['/thanks', 'reply', 'thanks'],
    ['Hi\n/shift sw', 'reply', 'shift sw'],
    ['Hi {fi', 'field', 'fi'],
    ['{', 'field', ''],
  ])('opens the right menu for %j: %s with %j', (text, kind, query) => {
    const trigger = find(text)
    expect(trigger).toMatchObject({ kind, query })
    expect(text.slice(trigger?.from, trigger?.to)).toBe((kind === 'reply' ? '/' : '{') + query)
  })
  it.each(['and/or', 'Hi /thanks', 'http://x', '{First', '{first_name}', '', 'plain', `${'a'.repeat(60)}/b`])(
    'opens nothing for %j',
    (text) => {
      expect(find(text)).toBeUndefined()
    },
  )
  it('looks only before the caret', () => {
    expect(triggerAt('/ab', 1, all)).toMatchObject({ query: '', from: 0, to: 1 })
  })
  it('recognizes a teammate in a note by an @ after a space', () => {
    expect(triggerAt('Ask @sam', 8, ['mention'])).toMatchObject({ kind: 'mention', query: 'sam', from: 4 })
    expect(triggerAt('mail@x', 6, ['mention'])).toBeUndefined()
  })
})

describe('a note', () => {
  const named = [
    { userId: 's', name: 'Sam' },
    { userId: 'o', name: 'Sam Okoro' },
  ]
  it('mentions the members whose names are still in it', () => {
    expect(mentionedIn('Ask @Sam Okoro', [named[1] ?? { userId: '', name: '' }])).toEqual(['o'])
    expect(mentionedIn('Ask no one', named)).toEqual([])
  })
  it('is split into text and names, the longest name first', () => {
    expect(noteParts('Hi @Sam Okoro and @Ana', ['Sam', 'Sam Okoro'])).toEqual([
      { text: 'Hi ', isName: false },
      { text: '@Sam Okoro', isName: true },
      { text: ' and @Ana', isName: false },
    ])
  })
})
