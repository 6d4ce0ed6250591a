import { articlePages, type ArticleKey, type Articles } from './articles/article.ts'

/** Every article, in the order of the list. */
export const articleKeys = Object.keys(articlePages) as ArticleKey[]

const mostSuggested = 4
/** What a word counts in the title, in the other words, and in the text. */
const weights = [6, 4, 1]

/**
 * Returns up to four articles about a page, the most specific first, and first those whose main page it is; how to get started where none is about it.
 */
export function suggestArticles(pathname: string, search = ''): ArticleKey[] {
  const tab = new URLSearchParams(search).get('tab')
  const here = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const fitOf = (page: string, at: number): number => {
    const [path = '', query] = page.split('?tab=')
    const isOn = here === path || (path !== '/dashboard' && query === undefined && here.startsWith(`${path}/`))
    return isOn && (query === undefined || query === tab) ? page.length - at / 10 : 0
  }
  const suggested = articleKeys
    .map((key) => ({ key, fit: Math.max(...articlePages[key].map(fitOf)) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((first, second) => second.fit - first.fit)
    .slice(0, mostSuggested)
    .map(({ key }) => key)
  return suggested.length > 0 ? suggested : ['start']
}

/** Without case and accents, so that "difusion" finds "Difusión". */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
}

/**
 * Returns the articles that match the most words of a search, best first: a word in the title counts more than one in the
 * text. People type questions, so words that no article has, and short ones beside longer ones, do not matter.
 */
export function findArticles(articles: Articles, typed: string): ArticleKey[] {
  const all = wordsOf(typed)
  const long = all.filter((word) => word.length > 3)
  const words = long.length > 0 ? long : all
  if (words.length === 0) return []
  const results = articleKeys.map((key) => {
    const { title, words: others, text } = articles[key]
    const places = [title, others, text].map(wordsOf)
    const scores = words.map((word) => {
      const at = places.findIndex((place) => place.some((known) => known.startsWith(word)))
      return weights[at] ?? 0
    })
    const matched = scores.filter((score) => score > 0).length
    return { key, matched, score: scores.reduce((sum, score) => sum + score, 0) }
  })
  const most = Math.max(...results.map(({ matched }) => matched))
  if (most === 0) return []
  return results
    .filter(({ matched }) => matched === most)
    .toSorted((first, second) => second.score - first.score)
    .map(({ key }) => key)
}

/** A piece of a paragraph; with a path it is a link. */
export interface Part {
  text: string
  path?: string
}

/** Splits the text of an article into paragraphs of plain text and links. */
export function parseArticle(text: string): Part[][] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const parts: Part[] = []
      let end = 0
      const line = paragraph.replace(/\s+/g, ' ')
      for (const link of line.matchAll(/\[([^\]]+)\]\((\/[^)\s]*)\)/g)) {
        const [whole, name = '', path = ''] = link
        parts.push({ text: line.slice(end, link.index) }, { text: name, path })
        end = link.index + whole.length
      }
      parts.push({ text: line.slice(end) })
      return parts.filter((part) => part.text !== '')
    })
}
