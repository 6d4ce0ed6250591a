import type { NewsContent } from '@crewline/contract/news'
import { describe, expect, test } from 'vitest'
import {
  openTranslations,
  secondsOn3g,
  titleIn,
  translationRows,
  withoutOrphans,
  withTranslation,
} from './news-rules.ts'

const content: NewsContent = {
  title: 'News',
  language: 'en',
  cover: null,
  blocks: [
    { id: 'b00001', type: 'paragraph', text: [{ text: 'Doors open at 6' }] },
    { id: 'b00002', type: 'divider' },
  ],
  languages: ['es'],
  translations: {},
  reactions: true,
}

describe('the translations of an issue', () => {
  test('are needed for the title and every text', () => {
    expect(translationRows(content, 'es').map(({ key, state }) => [key, state])).toEqual([
      ['title', 'missing'],
      ['b00001', 'missing'],
    ])
    expect(openTranslations(content, 'es')).toBe(2)
  })

  test('survive a change of another block, and are marked when their own text changes', () => {
    const [title, text] = translationRows(content, 'es')
    const once = withTranslation(content, 'es', {
      key: 'title',
      source: title?.texts ?? [],
      texts: [[{ text: 'Noticias' }]],
    })
    const done = withTranslation(once, 'es', {
      key: 'b00001',
      source: text?.texts ?? [],
      texts: [[{ text: 'A las 6' }]],
    })
    expect(openTranslations(done, 'es')).toBe(0)
    expect(titleIn(done, 'es')).toBe('Noticias')
    const changed: NewsContent = {
      ...done,
      blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Doors open at 7' }] }],
    }
    expect(translationRows(changed, 'es').map(({ key, state }) => [key, state])).toEqual([
      ['title', 'done'],
      ['b00001', 'outdated'],
    ])
  })

  test('of blocks and languages that are gone are dropped', () => {
    const stored = withTranslation(content, 'es', {
      key: 'b00009',
      source: [[{ text: 'x' }]],
      texts: [[{ text: 'y' }]],
    })
    expect(withoutOrphans(stored).translations).toEqual({ es: {} })
    expect(withoutOrphans({ ...stored, languages: [] }).translations).toEqual({})
  })
})

test('a page of 80 KB takes nearly a second on 3G', () => {
  expect(secondsOn3g(80_000)).toBe(0.9)
})
