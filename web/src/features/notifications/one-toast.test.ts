import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bidForMs, claimByLock, oneTab, type Bid, type Channel, type Claim } from './one-toast.ts'

/** Grants each name once, as browser locks do for all tabs. */
function claimOnce(): Claim {
  const claimed = new Set<string>()
  return async (name) => !claimed.has(name) && Boolean(claimed.add(name))
}

/** Simulates the broadcast channel between the tabs of one browser. */
function tabs(...nearness: number[]) {
  const channels: Channel[] = []
  const claim = claimOnce()
  return nearness.map((tabNearness, at) => {
    const mine: Channel = {
      onmessage: null,
      postMessage: (bid: Bid) => {
        for (const channel of channels) if (channel !== mine) channel.onmessage?.({ data: bid } as MessageEvent<Bid>)
      },
    }
    channels.push(mine)
    return oneTab(`tab ${at}`, mine, () => tabNearness, claim)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function askTabs(all: ReturnType<typeof tabs>, id: string): Promise<boolean[]> {
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
    expect(await askTabs(tabs(...nearness), 'm1')).toEqual(expected)
  })

  it('is decided for each message separately', async () => {
    const all = tabs(1, 2)
    expect(await askTabs(all, 'm1')).toEqual([false, true])
    expect(await askTabs(all.slice(0, 1), 'm2')).toEqual([true])
  })

  it('is not repeated by a tab that gets the message late, however close to the user it is', async () => {
    const [first, late] = tabs(1, 2)
    expect(await askTabs([first!], 'm1')).toEqual([true])
    expect(await askTabs([late!], 'm1')).toEqual([false])
  })

  it('is shown where tabs cannot communicate', async () => {
    expect(await oneTab('tab', undefined, () => 0)('m')).toBe(true)
  })

  it('is shown once by tabs whose bids arrive too late', async () => {
    const claim = claimOnce()
    const deaf = (): Channel => ({ onmessage: null, postMessage: () => {} })
    const all = ['one', 'two', 'three'].map((tab) => oneTab(tab, deaf(), () => 1, claim))
    expect((await askTabs(all, 'm1')).filter(Boolean)).toHaveLength(1)
  })

  it('is claimed with a browser lock by name, released after a while', async () => {
    expect(await claimByLock('m1')).toBe(true)
    expect(await claimByLock('m1')).toBe(false)
    expect(await claimByLock('m2')).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(await claimByLock('m1')).toBe(true), 10_000)
  })
})
