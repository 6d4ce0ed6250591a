import { describe, expect, test } from 'vitest'
import { matching, queryOf } from './slash-rules.ts'

describe('a slash', () => {
  test.each([
    ['/', ''],
    ['/li', 'li'],
    ['Bring this: /num', 'num'],
    ['/numbered li', 'numbered li'],
    ['/título', 'título'],
  ])('opens the menu in "%s"', (text, query) => expect(queryOf(text)).toBe(query))

  test.each(['', 'https://example.com', '6/7', 'and/or', '/ ', '//', '/a b c'])('is text in "%s"', (text) =>
    expect(queryOf(text)).toBeUndefined(),
  )
})

test('blocks are found by the beginning of each word, without accents, and by other words after those', () => {
  const items = [
    { name: 'Lista numerada', also: ['ordered list'] },
    { name: 'Título', also: ['heading'] },
    { name: 'Lista', also: ['list'] },
  ]
  const found = (query: string) => matching(items, query).map(({ name }) => name)
  expect(found('')).toEqual(['Lista numerada', 'Título', 'Lista'])
  expect(found('titu')).toEqual(['Título'])
  expect(found('NUM')).toEqual(['Lista numerada'])
  expect(found('head')).toEqual(['Título'])
  expect(found('li')).toEqual(['Lista numerada', 'Lista'])
  expect(found('zzz')).toEqual([])
})
