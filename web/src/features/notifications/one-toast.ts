/** The part of a broadcast channel that is used. */
export interface Channel {
  postMessage: (bid: Bid) => void
  onmessage: ((event: MessageEvent<Bid>) => void) | null
}

/** How much a tab wants to tell of one message. */
export interface Bid {
  messageId: string
  tab: string
  /** 3 for a tab that has told it already, 2 for the tab in focus, 1 for a visible one, 0 for a hidden one. */
  nearness: number
}

/** How long tabs wait for each other, in ms. */
export const bidForMs = 150
const rememberMs = 10_000
const told = 3

function isBetter(one: Bid, other: Bid): boolean {
  return one.nearness === other.nearness ? one.tab > other.tab : one.nearness > other.nearness
}

/** Takes a name for this tab for a while; answers false when another tab has it. */
export type Claim = (name: string) => Promise<boolean>

/** Claims by the browser's locks, which no two tabs can hold at once; grants all where there are none, as without HTTPS. */
export function claimByLock(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((settle) => {
    navigator.locks
      .request(`told/${name}`, { ifAvailable: true }, (lock) => {
        settle(lock !== null)
        return lock ? new Promise<void>((done) => void setTimeout(done, rememberMs)) : undefined
      })
      // A browser that cannot lock here must not keep a message from being told.
      .catch(() => settle(true))
  })
}

/**
 * Decides between the tabs of one browser which of them tells of a message: the one nearest to the person, and only that one.
 * Bids find the nearest; a tab held up for longer than bids wait may believe itself the only one, so the last word is a claim.
 */
export function oneTab(tab: string, channel: Channel | undefined, nearness: () => number, claim: Claim = claimByLock) {
  const best = new Map<string, Bid>()
  function hear(bid: Bid): void {
    const known = best.get(bid.messageId)
    if (!known || isBetter(bid, known)) best.set(bid.messageId, bid)
    setTimeout(() => best.delete(bid.messageId), rememberMs)
  }
  if (channel) {
    channel.onmessage = ({ data }) => {
      const known = best.get(data.messageId)
      // A tab that hears of a message late must not tell it again.
      if (known?.nearness === told && known.tab === tab) channel.postMessage(known)
      else hear(data)
    }
  }
  /** Resolves to whether this tab is the one. */
  return async function isOurs(messageId: string): Promise<boolean> {
    if (!channel) return true
    if (best.get(messageId)?.nearness === told) return false
    const bid = { messageId, tab, nearness: nearness() }
    hear(bid)
    channel.postMessage(bid)
    await new Promise((resolve) => {
      setTimeout(resolve, bidForMs)
    })
    const isOur = best.get(messageId)?.tab === tab && (await claim(messageId))
    if (isOur) {
      const done = { ...bid, nearness: told }
      hear(done)
      channel.postMessage(done)
    }
    return isOur
  }
}

/** How near this page is to the person, for its bid. */
export function pageNearness(): number {
  if (document.visibilityState === 'hidden') return 0
  return document.hasFocus() ? 2 : 1
}
