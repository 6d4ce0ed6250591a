import type { IncomingMessage } from 'node:http'

/** Returns whether a request has a body that has not arrived yet. */
export function awaitsBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
}

/** Closes the connection of a request whose body is not complete after this long, in ms. */
export function cutUnfinished(request: IncomingMessage, ms: number): void {
  if (!awaitsBody(request)) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, ms).unref()
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}
