import { expect, test } from 'vitest'
import { articles as english } from './articles/en.ts'
import { articles as spanish } from './articles/es.ts'
import { articleKeys, findArticles, parseArticle, suggestArticles } from './help-rules.ts'

test.each([
  ['/dashboard/contacts/import/42', '', 'import'],
  ['/dashboard/contacts', '', 'contacts'],
  ['/dashboard/contacts/opt-outs', '', 'consent'],
  ['/dashboard/apps/forms/7/share', '', 'forms'],
  ['/dashboard/broadcasts/new', '', 'broadcast'],
  ['/dashboard/settings', '?tab=billing', 'billing'],
  ['/dashboard/settings/integrations/finch', '', 'hr'],
  ['/dashboard/', '', 'start'],
  ['/dashboard/settings', '?tab=unknown', 'start'],
])('suggests an article about %s%s', (path, search, key) => {
  const suggested = suggestArticles(path, search)
  expect(suggested[0]).toBe(key)
  expect(suggested.length).toBeLessThanOrEqual(4)
})

test.each([
  ['how do I add a contact?', 'contacts'],
  ['STOP', 'consent'],
  ['why was my text not delivered', 'undelivered'],
  ['csv', 'import'],
  ['what are quiet hours', 'quietHours'],
  ['okta', 'sso'],
  ['past due', 'billing'],
  ['WEBHOOK', 'apiKeys'],
])('finds for “%s” the right article first', (typed, key) => expect(findArticles(english, typed)[0]).toBe(key))

test.each([
  ['difusion', 'broadcast'],
  ['Cumpleanos', 'celebrations'],
  ['¿cómo agrego contactos?', 'contacts'],
  ['facturación', 'billing'],
])('finds for “%s” the right article in Spanish, with and without accents', (typed, key) =>
  expect(findArticles(spanish, typed)[0]).toBe(key),
)

test('finds nothing for words that no article has, and for none', () => {
  expect(findArticles(english, 'xylophone')).toEqual([])
  expect(findArticles(english, ' ? ')).toEqual([])
})

test('splits an article into paragraphs with links, and leaves other brackets alone', () => {
  expect(parseArticle('\nOpen [Team](/dashboard/team)\nnow.\n\nType [x] or [y](https://evil.test).')).toEqual([
    [{ text: 'Open ' }, { text: 'Team', path: '/dashboard/team' }, { text: ' now.' }],
    [{ text: 'Type [x] or [y](https://evil.test).' }],
  ])
})

const countWords = (text: string): number => text.trim().split(/\s+/).length

test.each(articleKeys)('the article “%s” is short and links to the same pages in both languages', (key) => {
  const linksOf = (text: string) =>
    parseArticle(text)
      .flat()
      .flatMap(({ path }) => path ?? [])
  expect(new Set(linksOf(spanish[key].text))).toEqual(new Set(linksOf(english[key].text)))
  expect(linksOf(english[key].text)).not.toEqual([])
  for (const { text, title } of [english[key], spanish[key]]) {
    expect(text).not.toMatch(/\]\((?!\/dashboard)/)
    expect(title.length).toBeLessThanOrEqual(60)
    expect(countWords(text)).toBeGreaterThanOrEqual(60)
    expect(countWords(text)).toBeLessThanOrEqual(150)
  }
})
