import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Proxy {
  address: string
  /** Adds a process; it gets requests once it is ready. */
  add(address: string): void
  /** Resolves when the proxy saw that a process is ready; rejects after two minutes. */
  sees(address: string): Promise<void>
  close(): Promise<void>
}

/** How long a request waits while no process is ready, in ms. */
const PATIENCE_MS = 120_000

/**
 * Starts a load balancer that sends requests in turn to the processes whose readiness it last saw, on kept connections. It
 * repeats no request: one that a process does not answer is answered with 502. Requests wait while no process is ready: all
 * of them share a database, which may answer late on a busy machine.
 */
export async function startProxy(addresses: string[], port = 0): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>(addresses)
  const known = new Set<string>(addresses)
  let nth = 0
  const poll = setInterval(() => {
    for (const address of known)
      fetch(`${address}/readyz`).then(
        (answer) => (answer.ok ? ready.add(address) : ready.delete(address)),
        () => ready.delete(address),
      )
  }, 100)
  async function waitFor(isReached: () => boolean): Promise<boolean> {
    const end = performance.now() + PATIENCE_MS
    while (!isReached()) {
      if (performance.now() > end) return false
      await pause(20)
    }
    return true
  }
  const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!(await waitFor(() => ready.size > 0))) return void outgoing.writeHead(503).end()
    const backends = [...ready]
    const backend = backends[nth++ % backends.length] ?? ''
    const { method, headers, url } = incoming
    const { connection: _, ...passed } = headers
    const call = request(`${backend}${url ?? ''}`, { agent, method, headers: passed }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? 'text/plain' })
      answer.pipe(outgoing)
    })
    call.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(call)
  }
  const server = createServer((incoming, outgoing) => void passOn(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (address) => void known.add(address),
    sees: async (address) => {
      if (!(await waitFor(() => ready.has(address)))) throw new Error(`${address} is not ready`)
    },
    close: async () => {
      clearInterval(poll)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
