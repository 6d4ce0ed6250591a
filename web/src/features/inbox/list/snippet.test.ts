import { describe, expect, it } from 'vitest'
import { partsOf } from './snippet.ts'

const markMatches = (body: string, ...highlights: [number, number][]) =>
  partsOf(body, highlights)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

describe('the text of a match', () => {
  it('marks the match', () =>
    expect(markMatches('Can I swap my shift?', [6, 10], [14, 19])).toBe('Can I [swap] my [shift]?'))
  it('is the whole message when there are no ranges', () => expect(markMatches('Can I swap?')).toBe('Can I swap?'))
  it('starts near the first match', () => {
    const text = markMatches(`${'a '.repeat(100)}swap${' b'.repeat(100)}`, [200, 204])
    expect(text.startsWith('…a a')).toBe(true)
    expect(text).toContain('[swap]')
    expect(text.length).toBeLessThan(170)
    expect(text.endsWith('…')).toBe(true)
  })
  it('tolerates ranges that overlap, are unordered or exceed the text', () => {
    expect(markMatches('swap shift', [5, 99], [0, 4], [2, 4])).toBe('[swap] [shift]')
    expect(markMatches('', [0, 4])).toBe('')
  })
  it('keeps a short message complete', () => {
    const body = 'One two three'
    expect(
      partsOf(body, [[4, 7]])
        .map(({ text }) => text)
        .join(''),
    ).toBe(body)
  })
})
