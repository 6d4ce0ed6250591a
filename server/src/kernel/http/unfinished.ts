import type { IncomingMessage } from 'node:http'

/** Closes the connection of a request whose body is not complete after this long, in ms. */
export function cutUnfinished(request: IncomingMessage, ms: number): void {
  const { headers } = request
  if (request.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined))
    return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, ms).unref()
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}
