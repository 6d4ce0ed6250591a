import type { Server } from 'node:http'

/** Time limit for responses in progress when the process stops, in ms. */
const LAST_ANSWERS_MS = 2_000

/**
 * Sets a deadline for closing a server, which waits for every busy connection and keeps one that becomes idle later
 * open as long as the client wants. While `close` runs, idle connections are closed as they appear, and clients with
 * half-sent requests are cut off after a moment.
 */
export async function closeWithDeadline(server: Server, close: () => Promise<void>): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const timer = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  try {
    await close()
  } finally {
    clearInterval(idle)
    clearTimeout(timer)
  }
}
