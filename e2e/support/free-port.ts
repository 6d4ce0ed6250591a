import { createServer } from 'node:net'

/** Finds a free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((settle, refuse) => {
    const server = createServer()
    server.once('error', refuse)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
