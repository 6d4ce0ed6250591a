import { expect, test } from 'vitest'
import { folderOf, momentsOf, pathPart } from './rules.ts'

test.each([
  ['Ana Ruiz', 'Ana-Ruiz'],
  ['../../etc/passwd', 'etc-passwd'],
  ['محمد علي', 'محمد-علي'],
  ['a\u202eb:c*?', 'a-b-c'],
  ['', 'unnamed'],
  ['...', 'unnamed'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('writes %j as the path %j', (text, path) => {
  expect(pathPart(text)).toBe(path)
})

test('orders folders by number', () => {
  expect(folderOf(0, 'Bo')).toBe('conversations/0001-Bo')
})

test('covers days from midnight to midnight', () => {
  expect(momentsOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/Chicago')).toEqual({
    since: Date.parse('2026-03-08T06:00:00Z'),
    until: Date.parse('2026-03-09T05:00:00Z'),
  })
  expect(momentsOf({ from: null, to: null }, 'UTC').since).toBe(0)
})
