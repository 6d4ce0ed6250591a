import { createServer, type Server, type Socket } from 'node:net'

/** How long connections may last, in ms, and how many there may be. */
export interface SocketLimits {
  /** Until it logs in, counted from the first byte of the connection. */
  loginMs: number
  /** Without traffic. */
  idleMs: number
  /** In total. */
  sessionMs: number
  /** From the end that was asked for until the connection is cut. */
  lingerMs: number
  /** Of this process at the same time. */
  most: number
  mostPerAddress: number
  mostPerOrganization: number
}

/** Connections that are counted and never outlast their limits, whatever the other side does. */
export interface Sockets {
  server: Server
  /** Lifts the time limit for logging in; false when the organization has too many connections, and this one must end. */
  loggedIn(socket: Socket, orgId: string): boolean
  /** Cuts a connection shortly after it was asked to end. */
  cutSoon(socket: Socket): void
  /** Takes no further connections and cuts those that do not end by themselves. */
  stop(): Promise<void>
}

/** Counts connections and passes on those within the limits, from the moment they are accepted. */
export function limitedSockets(limits: SocketLimits, onSocket: (socket: Socket) => void): Sockets {
  const open = new Set<Socket>()
  const addresses = new Map<string, number>()
  const organizations = new Map<string, number>()
  const logins = new Map<Socket, NodeJS.Timeout>()
  const cutSoon = (socket: Socket) => cutAfter(socket, limits.lingerMs)
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? ''
    // A connection that breaks off is no event.
    socket.on('error', () => socket.destroy())
    if (open.size >= limits.most || (addresses.get(address) ?? 0) >= limits.mostPerAddress) return socket.destroy()
    open.add(socket)
    count(addresses, address, 1)
    socket.setTimeout(limits.idleMs, () => socket.destroy())
    const login = cutAfter(socket, limits.loginMs)
    logins.set(socket, login)
    cutAfter(socket, limits.sessionMs)
    socket.once('close', () => {
      open.delete(socket)
      logins.delete(socket)
      count(addresses, address, -1)
    })
    return onSocket(socket)
  })
  return {
    server,
    cutSoon,
    loggedIn: (socket, orgId) => {
      clearTimeout(logins.get(socket))
      if (socket.destroyed || (organizations.get(orgId) ?? 0) >= limits.mostPerOrganization) return false
      count(organizations, orgId, 1)
      socket.once('close', () => count(organizations, orgId, -1))
      return true
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) cutSoon(socket)
      await closed
    },
  }
}

function cutAfter(socket: Socket, ms: number): NodeJS.Timeout {
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(timer))
  return timer
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + change
  if (now > 0) counts.set(key, now)
  else counts.delete(key)
}
