import { describe, expect, it } from 'vitest'
import { partsOf } from './hit-words.ts'

const shown = (body: string, ...highlights: [number, number][]) =>
  partsOf(body, highlights)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join('')

describe('the words of a hit', () => {
  it('mark what was found', () =>
    expect(shown('Can I swap my shift?', [6, 10], [14, 19])).toBe('Can I [swap] my [shift]?'))
  it('are all of a message without ranges', () => expect(shown('Can I swap?')).toBe('Can I swap?'))
  it('begin near the first find', () => {
    const words = shown(`${'a '.repeat(100)}swap${' b'.repeat(100)}`, [200, 204])
    expect(words.startsWith('…a a')).toBe(true)
    expect(words).toContain('[swap]')
    expect(words.length).toBeLessThan(170)
    expect(words.endsWith('…')).toBe(true)
  })
  it('bear ranges that overlap, come unordered or reach too far', () => {
    expect(shown('swap shift', [5, 99], [0, 4], [2, 4])).toBe('[swap] [shift]')
    expect(shown('', [0, 4])).toBe('')
  })
  it('lose nothing of a short message', () => {
    const body = 'One two three'
    expect(
      partsOf(body, [[4, 7]])
        .map(({ text }) => text)
        .join(''),
    ).toBe(body)
  })
})
