import { expect, test } from 'vitest'
import { articlePages } from './articles/article.ts'
import { articles } from './articles/en.ts'
import { articleKeys, parseArticle } from './help-rules.ts'

// As text: the screens themselves need a browser.
const sources = import.meta.glob<string>(['../*/routes.tsx', '../*/settings.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const text = Object.values(sources).join('\n')
const namesIn = (pattern: RegExp): Set<string> => new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))

const paths = new Set([...namesIn(/path: '(\/dashboard[^']*)'/g)].map((path) => path.replace(/\/:.*$/, '')))
const tabs = namesIn(/key: '([a-z-]+)'/g)
const cards = namesIn(/\bid: '([a-z-]+)'/g)

test.each(articleKeys)('the article “%s” names only pages, settings and cards that exist', (key) => {
  const links = parseArticle(articles[key].text)
    .flat()
    .flatMap(({ path }) => path ?? [])
  for (const link of [...links, ...articlePages[key]]) {
    const url = new URL(link, 'https://crewline.test')
    const tab = url.searchParams.get('tab')
    const known = { path: [...paths].some((path) => path === url.pathname || path.startsWith(`${url.pathname}/`)) }
    expect({ link, ...known }).toEqual({ link, path: true })
    if (tab !== null) expect(tabs).toContain(tab)
    if (url.hash !== '') expect(cards).toContain(url.hash.slice(1))
  }
})
