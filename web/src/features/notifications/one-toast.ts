/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage: (bid: Bid) => void
  onmessage: ((event: MessageEvent<Bid>) => void) | null
}

/** The bid of a tab to show one message. */
export interface Bid {
  messageId: string
  tab: string
  /** 3 for a tab that has already shown it, 2 for the focused tab, 1 for a visible one, 0 for a hidden one. */
  nearness: number
}

/** How long tabs wait for bids, in ms. */
export const bidForMs = 150
const rememberMs = 10_000
const shownNearness = 3

function isBetter(first: Bid, second: Bid): boolean {
  return first.nearness === second.nearness ? first.tab > second.tab : first.nearness > second.nearness
}

/** Claims a name for this tab for a while; resolves to false when another tab has it. */
export type Claim = (name: string) => Promise<boolean>

/**
 * Claims a name with a browser lock, which only one tab can hold; grants every claim where locks are missing, as
 * without HTTPS.
 */
export function claimByLock(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((settle) => {
    navigator.locks
      .request(`told/${name}`, { ifAvailable: true }, (lock) => {
        settle(lock !== null)
        return lock ? new Promise<void>((done) => void setTimeout(done, rememberMs)) : undefined
      })
      // A browser that fails to lock must still show messages.
      .catch(() => settle(true))
  })
}

/**
 * Decides which tab of a browser shows a message: only the one closest to the user. Bids find that tab; a tab that is
 * blocked for longer than the bid time may believe it is the only one, so a claim decides in the end.
 */
export function oneTab(tab: string, channel: Channel | undefined, nearness: () => number, claim: Claim = claimByLock) {
  const bestBids = new Map<string, Bid>()
  function receiveBid(bid: Bid): void {
    const current = bestBids.get(bid.messageId)
    if (!current || isBetter(bid, current)) bestBids.set(bid.messageId, bid)
    setTimeout(() => bestBids.delete(bid.messageId), rememberMs)
  }
  if (channel) {
    channel.onmessage = ({ data }) => {
      const current = bestBids.get(data.messageId)
      // A tab that gets a message late must not show it again.
      if (current?.nearness === shownNearness && current.tab === tab) channel.postMessage(current)
      else receiveBid(data)
    }
  }
  /** Resolves to whether this tab shows the message. */
  return async function isOurs(messageId: string): Promise<boolean> {
    if (!channel) return true
    if (bestBids.get(messageId)?.nearness === shownNearness) return false
    const bid = { messageId, tab, nearness: nearness() }
    receiveBid(bid)
    channel.postMessage(bid)
    await new Promise((resolve) => {
      setTimeout(resolve, bidForMs)
    })
    const isOur = bestBids.get(messageId)?.tab === tab && (await claim(messageId))
    if (isOur) {
      const shownBid = { ...bid, nearness: shownNearness }
      receiveBid(shownBid)
      channel.postMessage(shownBid)
    }
    return isOur
  }
}

/** Returns how close this page is to the user, for its bid. */
export function pageNearness(): number {
  if (document.visibilityState === 'hidden') return 0
  return document.hasFocus() ? 2 : 1
}
