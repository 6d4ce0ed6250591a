import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bidForMs, claimByLock, oneTab, type Bid, type Channel, type Claim } from './one-toast.ts'

/** Grants each name once, as the locks of a browser do for all its tabs. */
function claimOnce(): Claim {
  const taken = new Set<string>()
  return async (name) => !taken.has(name) && Boolean(taken.add(name))
}

/** The channel between the tabs of one browser: each hears the others. */
function tabs(...nearness: number[]) {
  const channels: Channel[] = []
  const claim = claimOnce()
  return nearness.map((near, at) => {
    const mine: Channel = {
      onmessage: null,
      postMessage: (bid: Bid) => {
        for (const other of channels) if (other !== mine) other.onmessage?.({ data: bid } as MessageEvent<Bid>)
      },
    }
    channels.push(mine)
    return oneTab(`tab ${at}`, mine, () => near, claim)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function ask(all: ReturnType<typeof tabs>, id: string): Promise<boolean[]> {
  const answers = all.map((isOurs) => isOurs(id))
  await vi.advanceTimersByTimeAsync(bidForMs)
  return Promise.all(answers)
}

describe('one toast for all tabs', () => {
  it.each([
    ['the tab in focus', [1, 2, 0], [false, true, false]],
    ['a visible tab before hidden ones', [0, 1, 0], [false, true, false]],
    ['one of several alike', [1, 1, 1], [false, false, true]],
    ['the only tab', [0], [true]],
  ])('is shown by %s', async (_which, nearness, expected) => {
    expect(await ask(tabs(...nearness), 'm1')).toEqual(expected)
  })

  it('is decided for each message by itself', async () => {
    const all = tabs(1, 2)
    expect(await ask(all, 'm1')).toEqual([false, true])
    expect(await ask(all.slice(0, 1), 'm2')).toEqual([true])
  })

  it('is not shown again by a tab that hears of the message late, however near it is', async () => {
    const [first, late] = tabs(1, 2)
    expect(await ask([first!], 'm1')).toEqual([true])
    expect(await ask([late!], 'm1')).toEqual([false])
  })

  it('is shown where tabs cannot hear each other', async () => {
    expect(await oneTab('tab', undefined, () => 0)('m')).toBe(true)
  })

  it('is shown once by tabs that hear each other too late', async () => {
    const claim = claimOnce()
    const deaf = (): Channel => ({ onmessage: null, postMessage: () => {} })
    const all = ['one', 'two', 'three'].map((tab) => oneTab(tab, deaf(), () => 1, claim))
    expect((await ask(all, 'm1')).filter(Boolean)).toHaveLength(1)
  })

  it('is claimed from the browser by its name, and let go after a while', async () => {
    expect(await claimByLock('m1')).toBe(true)
    expect(await claimByLock('m1')).toBe(false)
    expect(await claimByLock('m2')).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(await claimByLock('m1')).toBe(true))
  })
})
