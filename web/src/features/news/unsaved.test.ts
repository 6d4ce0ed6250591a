import type { NewsContent, NewsIssue } from '@crewline/contract/news'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { writeStored } from '../../shared/lib/storage.ts'
import { dropUnsaved, keepUnsaved, startFrom } from './unsaved.ts'

const owner = { userId: 'u1', organizationId: 'o1' }
const contentOf = (title: string, ...texts: string[]): NewsContent => ({
  title,
  language: 'en',
  cover: null,
  languages: [],
  translations: {},
  reactions: true,
  blocks: texts.map((text, at) => ({ id: `b0000${at}`, type: 'paragraph', text: [{ text }] })),
})
const issueOf = (content: NewsContent, groupIds: string[] = []) =>
  ({ id: 'i1', content, groupIds }) as unknown as NewsIssue
const partsOf = (content: NewsContent, groupIds: string[] = []) => ({ content, groupIds })

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})

describe('changes that the server does not have', () => {
  it('are back in the next tab of the same member, and nowhere else', () => {
    const [before, after] = [contentOf('News', 'One'), contentOf('News', 'One more')]
    keepUnsaved(owner, 'i1', { base: partsOf(before), mine: partsOf(after, ['g1']) })
    expect(startFrom(issueOf(before), owner)).toEqual({
      parts: { content: after, groupIds: ['g1'] },
      isUnsaved: true,
      merged: undefined,
    })
    for (const other of [
      { ...owner, userId: 'u2' },
      { ...owner, organizationId: 'o2' },
    ])
      expect(startFrom(issueOf(before), other)).toMatchObject({ isUnsaved: false, parts: { content: before } })
    dropUnsaved(owner, 'i1')
    expect(startFrom(issueOf(before), owner).isUnsaved).toBe(false)
  })

  it('are merged by block with what a teammate saved since', () => {
    keepUnsaved(owner, 'i1', {
      base: partsOf(contentOf('News', 'One', 'Two')),
      mine: partsOf(contentOf('News', 'Mine', 'Two')),
    })
    const start = startFrom(issueOf(contentOf('News', 'One', 'Theirs'), ['g2']), owner)
    expect(start.parts).toEqual({ content: contentOf('News', 'Mine', 'Theirs'), groupIds: ['g2'] })
    expect(start.merged).toEqual({ conflicts: 0 })
  })

  it.each([
    null,
    7,
    'text',
    {},
    { base: {}, mine: {} },
    { base: { content: { title: 'x' }, groupIds: [] }, mine: null },
  ])('are passed over when they are stored as %j', (value) => {
    writeStored('news-unsaved/u1/o1/i1', value)
    const issue = issueOf(contentOf('News', 'One'))
    expect(startFrom(issue, owner)).toMatchObject({ isUnsaved: false, parts: { content: issue.content } })
  })
})
