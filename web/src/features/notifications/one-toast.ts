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

/** Decides between the tabs of one browser which of them tells of a message: the one nearest to the person, and only that one. */
export function oneTab(tab: string, channel: Channel | undefined, nearness: () => number) {
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
    const isOur = best.get(messageId)?.tab === tab
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
