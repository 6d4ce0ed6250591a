import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAutosave, type SaveKind, type SaveResult } from './autosave.ts'

interface Content {
  name: string
  body: string
}

function setUp(results: SaveResult[] = []) {
  const saved: [Partial<Content>, number][] = []
  const kinds: SaveKind[] = []
  const autosave = buildAutosave<Content>({
    version: 1,
    delayMs: 800,
    save(change, version) {
      saved.push([change, version])
      return Promise.resolve(results.shift() ?? { version: version + 1 })
    },
    onKind: (kind) => kinds.push(kind),
  })
  return { autosave, saved, kinds }
}

describe('the autosave of a draft', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('saves all changes in one request some time after the last one', async () => {
    const { autosave, saved, kinds } = setUp()
    autosave.change({ name: 'Pay' })
    await vi.advanceTimersByTimeAsync(700)
    autosave.change({ name: 'Payday', body: 'Hi' })
    await vi.advanceTimersByTimeAsync(799)
    expect(saved).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(saved).toEqual([[{ name: 'Payday', body: 'Hi' }, 1]])
    expect(kinds.at(-1)).toBe('saved')
  })

  it('saves what was changed during a request with the version of its response', async () => {
    const { autosave, saved } = setUp()
    autosave.change({ name: 'A' })
    const done = autosave.flush()
    autosave.change({ name: 'B' })
    expect(await done).toBe(true)
    expect(saved).toEqual([
      [{ name: 'A' }, 1],
      [{ name: 'B' }, 2],
    ])
  })

  it('keeps the changes of a failed request and sends them with the next one', async () => {
    const { autosave, saved, kinds } = setUp(['failed'])
    autosave.change({ name: 'A', body: 'one' })
    expect(await autosave.flush()).toBe(false)
    expect(kinds.at(-1)).toBe('failed')
    autosave.change({ body: 'two' })
    expect(await autosave.flush()).toBe(true)
    expect(saved.at(-1)).toEqual([{ name: 'A', body: 'two' }, 1])
  })

  it('sends nothing over the changes of a teammate until it continues from their version', async () => {
    const { autosave, saved, kinds } = setUp(['outdated'])
    autosave.change({ name: 'Mine' })
    await autosave.flush()
    expect(kinds.at(-1)).toBe('outdated')
    autosave.change({ body: 'more' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(saved).toHaveLength(1)
    autosave.continueFrom(7, 'pending')
    expect(await autosave.flush()).toBe(true)
    expect(saved.at(-1)).toEqual([{ name: 'Mine', body: 'more' }, 7])
  })

  it('drops the own changes only when the member takes those of the teammate', async () => {
    const { autosave, saved } = setUp(['outdated'])
    autosave.change({ name: 'Mine' })
    await autosave.flush()
    expect(autosave.pending()).toEqual({ name: 'Mine' })
    autosave.continueFrom(7, 'nothing')
    expect(await autosave.flush()).toBe(true)
    expect(saved).toHaveLength(1)
  })
})
