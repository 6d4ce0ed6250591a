import type { Server } from 'node:http'

/** How long answers under way may take when the process stops, in ms. */
const LAST_ANSWERS_MS = 2_000

/**
 * Closing a server waits for every connection that is busy, and one that becomes idle afterwards stays open as long as
 * its client likes. While `close` runs, idle connections are closed as they appear, and who says half a request is cut
 * off after a moment.
 */
export async function hurry(server: Server, close: () => Promise<void>): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const rest = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  try {
    await close()
  } finally {
    clearInterval(idle)
    clearTimeout(rest)
  }
}
