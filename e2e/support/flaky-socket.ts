import type { Page, WebSocketRoute } from '@playwright/test'
import type { Chance } from '../../server/test/faults/chance.ts'

/** The live connection of one page, which the test can cut. */
export interface FlakySocket {
  /** Number of cuts so far. */
  cuts: number
  /** When the current connection opened, by the clock of this process; undefined while there is none. */
  openedAt(): number | undefined
  /** Waits for a connection and cuts it in one of several ways; resolves after the cut. */
  cut(): Promise<void>
}

interface Wire {
  page: WebSocketRoute
  server: WebSocketRoute
  /** The share of server frames that is dropped. */
  loss: number
  isOpen: boolean
  openedAt: number
}

/**
 * Routes every live connection of a page through a socket that can be cut: at once, after a period in which frames of
 * either side are dropped, or right after it opened. A connection that is not cut loses nothing.
 */
export async function flakySocket(page: Page, chance: Chance): Promise<FlakySocket> {
  let wire: Wire | undefined
  let opened: (() => void) | undefined
  const socket: FlakySocket = { cuts: 0, cut, openedAt: () => (wire?.isOpen ? wire.openedAt : undefined) }
  await page.routeWebSocket(/\/ws\?/, (route) => {
    const server = route.connectToServer()
    const mine: Wire = { page: route, server, loss: 0, isOpen: true, openedAt: performance.now() }
    wire = mine
    route.onMessage((frame) => {
      if (mine.loss < 1) server.send(frame)
    })
    server.onMessage((frame) => {
      if (mine.isOpen && chance.next() >= mine.loss) route.send(frame)
    })
    const close = () => {
      mine.isOpen = false
    }
    route.onClose((code, reason) => {
      close()
      void server.close({ code: closeCodeFor(code), reason: reason ?? '' })
    })
    server.onClose((code, reason) => {
      close()
      void route.close({ code: closeCodeFor(code), reason: reason ?? '' })
    })
    opened?.()
  })

  async function cut(): Promise<void> {
    if (!wire?.isOpen) {
      await new Promise<void>((resolve) => {
        opened = resolve
      })
      // A random moment between the first frame and the end of the fetches that follow it.
      await pause(chance.integer(0, 600))
    } else if (chance.next() < 0.6) {
      wire.loss = chance.pick([0.3, 1, 1])
      await pause(chance.integer(50, 900))
    }
    const now = wire
    if (!now?.isOpen) return
    now.isOpen = false
    socket.cuts += 1
    await Promise.all([now.page.close({ code: 1000 }), now.server.close({ code: 1000 })]).catch(() => {})
  }
  return socket
}

/** Maps a close code to one that a script may use. */
function closeCodeFor(code: number | undefined): number {
  return code !== undefined && (code === 1000 || code >= 3000) ? code : 1000
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
