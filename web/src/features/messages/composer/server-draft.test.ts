import { describe, expect, it } from 'vitest'
import { newestDraft } from './server-draft.ts'

const [early, late] = ['2026-01-01T09:00:00Z', '2026-01-01T10:00:00Z']

describe('the draft a composer opens with', () => {
  it.each([
    ['the other device wrote last', { body: 'here', at: early }, { body: 'there', at: late }, 'there'],
    ['this device wrote last', { body: 'here', at: late }, { body: 'there', at: early }, 'here'],
    ['only the other device wrote', { body: '', at: '' }, { body: 'there', at: early }, 'there'],
    ['this device emptied it last', { body: '', at: late }, { body: 'there', at: early }, ''],
    ['the other device wrote after it was emptied here', { body: '', at: early }, { body: 'there', at: late }, 'there'],
    ['the server has none', { body: 'here', at: early }, null, 'here'],
    ['the age of ours is unknown', { body: 'here', at: '' }, { body: 'there', at: late }, 'here'],
  ])('when %s', (_case, local, server, body) => {
    expect(newestDraft(local, server)).toBe(body)
  })
})
