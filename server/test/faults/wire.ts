import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy between the product and its database that can be cut, stalled and restored. */
export interface Wire {
  /** The database address through this proxy. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  /** Stops passing bytes without closing connections: a database that hangs. */
  stall(): void
  /** Passes everything again. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy to the database at this address. */
export async function layWire(databaseUrl: string): Promise<Wire> {
  const there = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let held = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (held) socket.pause()
  }
  const join = (client: Socket) => {
    const folder = there.searchParams.get('host')
    const port = Number(there.port || there.searchParams.get('port'))
    const upstream = createConnection(folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: there.hostname, port })
    const pass = (from: Socket, to: Socket) => {
      keep(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => to.destroy())
      if (held) from.pause()
    }
    pass(client, upstream)
    pass(upstream, client)
  }
  const listen = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const made = createServer(join)
      made.once('error', reject)
      made.listen(port, '127.0.0.1', () => resolve(made))
    })
  let server: Server | undefined = await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  const cut = async () => {
    const closing = server
    server = undefined
    const closed = closing && new Promise<void>((resolve) => closing.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: url.href,
    cut,
    stall: () => {
      held = true
      for (const socket of sockets) socket.pause()
    },
    mend: async () => {
      held = false
      for (const socket of sockets) socket.resume()
      server ??= await listen(port)
    },
    close: cut,
  }
}
