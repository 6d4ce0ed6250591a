import type { Block } from '@crewline/contract/blocks'
import type { NewsContent } from '@crewline/contract/news'
import { describe, expect, test } from 'vitest'
import { mergeContents } from './merge-rules.ts'

const block = (id: string, text: string): Block => ({ id, type: 'paragraph', text: [{ text }] })
const content = (blocks: Block[], changes: Partial<NewsContent> = {}): NewsContent => ({
  title: 'News',
  language: 'en',
  cover: null,
  blocks,
  languages: [],
  translations: {},
  reactions: true,
  ...changes,
})
const [a, b, c] = [block('b00001', 'A'), block('b00002', 'B'), block('b00003', 'C')]
const base = content([a, b])

describe('the changes of two members', () => {
  test('to different blocks are both kept', () => {
    const mine = content([block('b00001', 'A mine'), b])
    const theirs = content([a, block('b00002', 'B theirs')], { title: 'Theirs' })
    expect(mergeContents(base, mine, theirs)).toEqual({
      content: content([block('b00001', 'A mine'), block('b00002', 'B theirs')], { title: 'Theirs' }),
      conflicts: 0,
    })
  })

  test('to the same block keep mine, and say so', () => {
    const mine = content([block('b00001', 'mine'), b], { title: 'Mine' })
    const theirs = content([block('b00001', 'theirs'), b], { title: 'Theirs' })
    expect(mergeContents(base, mine, theirs)).toEqual({ content: mine, conflicts: 2 })
  })

  const changed = block('b00001', 'new')
  const added = block('b00009', 'X')
  test.each<[string, { mine: Block[]; theirs: Block[]; expected: Block[]; conflicts: number }]>([
    [
      'a block that they added stands where they put it',
      { mine: [a, b], theirs: [a, c, b], expected: [a, c, b], conflicts: 0 },
    ],
    ['a block that they added at the start', { mine: [a, b], theirs: [c, a, b], expected: [c, a, b], conflicts: 0 }],
    ['blocks that both added', { mine: [a, b, added], theirs: [c, a, b], expected: [c, a, b, added], conflicts: 0 }],
    ['a block that they deleted is gone', { mine: [a, b], theirs: [b], expected: [b], conflicts: 0 }],
    ['a block that I deleted is gone', { mine: [b], theirs: [a, b], expected: [b], conflicts: 0 }],
    [
      'a block that I deleted and they changed stays',
      { mine: [b], theirs: [changed, b], expected: [changed, b], conflicts: 1 },
    ],
    [
      'a block that they deleted and I changed stays',
      { mine: [changed, b], theirs: [b], expected: [changed, b], conflicts: 1 },
    ],
    [
      'my order is kept',
      { mine: [b, a], theirs: [a, block('b00002', 'B2')], expected: [block('b00002', 'B2'), a], conflicts: 0 },
    ],
  ])('%s', (_title, { mine, theirs, expected, conflicts }) => {
    expect(mergeContents(base, content(mine), content(theirs))).toEqual({ content: content(expected), conflicts })
  })

  test('to translations are kept by block and language', () => {
    const of = '0'.repeat(16)
    const translation = (text: string) => ({ of, texts: [[{ text }]] })
    const mine = content([a, b], { languages: ['es'], translations: { es: { b00001: translation('A es') } } })
    const theirs = content([a, b], {
      languages: ['es', 'fr'],
      translations: { es: { b00002: translation('B es') }, fr: { b00001: translation('A fr') } },
    })
    expect(mergeContents(base, mine, theirs).content).toMatchObject({
      languages: ['es', 'fr'],
      translations: {
        es: { b00001: translation('A es'), b00002: translation('B es') },
        fr: { b00001: translation('A fr') },
      },
    })
  })
})
