import type { Server, ServerResponse } from 'node:http'

/** Time limit for responses in progress when the process stops, in ms. */
const LAST_ANSWERS_MS = 2_000

/**
 * Asks the client of every further response to open a new connection, so that a proxy moves its connections to other
 * processes between two requests. A connection that is closed while its next request is on the way would fail it.
 */
export function endKeptConnections(server: Server): void {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
}

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
