import type { NewsContent } from '@crewline/contract/news'
import { describe, expect, test } from 'vitest'
import {
  blocksTooLong,
  firstWrong,
  openTranslations,
  secondsOn3g,
  titleIn,
  translationRows,
  withMachineTranslation,
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

describe('what a machine translated', () => {
  const [title, text] = translationRows(content, 'es')
  if (!title || !text) throw new Error('the issue has two texts')
  const machine = (now: NewsContent) => withMachineTranslation(now, 'es', { row: text, texts: [[{ text: 'máquina' }]] })
  const written = (key: string, texts: { text: string }[][]) =>
    withTranslation(content, 'es', { key, source: key === 'title' ? title.texts : text.texts, texts })

  test('fills a row, and leaves what was written in others meanwhile', () => {
    const filled = machine(written('title', [[{ text: 'Noticias' }]]))
    expect(translationRows(filled, 'es').map(({ translated }) => translated[0]?.[0]?.text)).toEqual([
      'Noticias',
      'máquina',
    ])
  })

  test('never replaces what was written in its row meanwhile, or belongs to an earlier text', () => {
    const own = written('b00001', [[{ text: 'a mano' }]])
    expect(machine(own)).toBe(own)
    const edited: NewsContent = { ...content, blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Other' }] }] }
    expect(machine(edited)).toBe(edited)
    const gone: NewsContent = { ...content, blocks: [] }
    expect(machine(gone)).toBe(gone)
  })
})

test('blocks that are too long to be saved are named', () => {
  const long = { text: 'a'.repeat(2000) }
  const blocks: NewsContent['blocks'] = [
    { id: 'b00001', type: 'paragraph', text: [long] },
    { id: 'b00002', type: 'paragraph', text: [long, { text: '!', bold: true }] },
    { id: 'b00003', type: 'list', style: 'bullets', items: Array.from({ length: 41 }, () => [{ text: 'x' }]) },
  ]
  expect(blocksTooLong({ ...content, blocks })).toEqual(['b00002', 'b00003'])
})

test('the first thing that is wrong is the one that the page shows first', () => {
  const blocks = [
    { id: 'b00002', type: 'divider' as const },
    { id: 'b00001', type: 'divider' as const },
  ]
  expect(firstWrong({ 'blocks.b00001': 'x', 'blocks.b00002': 'y' }, blocks)).toEqual({ id: 'b00002' })
  expect(firstWrong({ 'blocks.b00001': 'x', title: 'y' }, blocks)).toEqual({ id: 'title' })
  expect(firstWrong({ blocks: 'x' }, blocks)).toBeUndefined()
})
