import type { Page, WebSocketRoute } from '@playwright/test'
import type { Chance } from '../../server/test/faults/chance.ts'

/** The live connection of one page with a hand on its wire. */
export interface FlakySocket {
  /** Connections that were cut so far. */
  cuts: number
  /** When the connection that is open now opened, by this process's clock; undefined while none is. */
  openedAt(): number | undefined
  /** Cuts the connection in one of several ways, once there is one; answers when it is cut. */
  cut(): Promise<void>
}

interface Wire {
  page: WebSocketRoute
  server: WebSocketRoute
  /** The share of the server's frames that gets lost. */
  loss: number
  isOpen: boolean
  openedAt: number
}

/**
 * Puts every live connection of a page through a wire that can be cut: at once, after a while in which frames of either
 * side were lost, or right after it opened. Nothing is lost on a wire that stays.
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
      void server.close({ code: spoken(code), reason: reason ?? '' })
    })
    server.onClose((code, reason) => {
      close()
      void route.close({ code: spoken(code), reason: reason ?? '' })
    })
    opened?.()
  })

  async function cut(): Promise<void> {
    if (!wire?.isOpen) {
      await new Promise<void>((resolve) => {
        opened = resolve
      })
      // A moment at random between the first frame and the end of what is fetched after it.
      await pause(chance.whole(0, 600))
    } else if (chance.next() < 0.6) {
      wire.loss = chance.one([0.3, 1, 1])
      await pause(chance.whole(50, 900))
    }
    const now = wire
    if (!now?.isOpen) return
    now.isOpen = false
    socket.cuts += 1
    await Promise.all([now.page.close({ code: 1000 }), now.server.close({ code: 1000 })]).catch(() => {})
  }
  return socket
}

/** A code that a program may close with. */
function spoken(code: number | undefined): number {
  return code !== undefined && (code === 1000 || code >= 3000) ? code : 1000
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
