import type { Block } from '@crewline/contract/blocks'
import type { NewsContent } from '@crewline/contract/news'
import { describe, expect, test } from 'vitest'
import { mergeContents } from './merge-rules.ts'

const block = (id: string, text: string): Block => ({ id, type: 'paragraph', text: [{ text }] })
const content = (blocks: Block[], changes: Partial<NewsContent> = {}): NewsContent => ({
  title: 'News',
  language: 'en',
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

  test.each<[string, Block[], Block[], Block[], number]>([
    ['a block that they added stands where they put it', [a, b], [a, c, b], [a, c, b], 0],
    ['a block that they added at the start', [a, b], [c, a, b], [c, a, b], 0],
    ['blocks that both added', [a, b, block('b00009', 'X')], [c, a, b], [c, a, b, block('b00009', 'X')], 0],
    ['a block that they deleted is gone', [a, b], [b], [b], 0],
    ['a block that I deleted is gone', [b], [a, b], [b], 0],
    ['a block that I deleted and they changed stays', [b], [block('b00001', 'new'), b], [block('b00001', 'new'), b], 1],
    ['a block that they deleted and I changed stays', [block('b00001', 'new'), b], [b], [block('b00001', 'new'), b], 1],
    ['my order is kept', [b, a], [a, block('b00002', 'B2')], [block('b00002', 'B2'), a], 0],
  ])('%s', (_title, mine, theirs, expected, conflicts) => {
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
