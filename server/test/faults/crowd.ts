// Simulates many browsers in one process: sockets that reconnect like the product's pages, measure how late messages
// arrive, and can silently stop reading. One JSON line in, one line out.
import type { Socket as Wire } from 'node:net'
import { createInterface } from 'node:readline'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'

/** The commands for a crowd; each is answered with one line. */
export interface CrowdCommand {
  /** Connects `count` sockets, alternating between members: `OPEN`. */
  open?: { address: string; tokens: string[]; count: number }
  /** Connects `count` sockets that then stop reading and never close: `STALLED`. */
  stall?: { address: string; token: string; count: number }
  /** `STATE` and a CrowdState. */
  state?: true
}

export interface CrowdState {
  connected: number
  /** When each stalled socket was cut, in ms after it stopped reading. */
  cutAfter: number[]
  /** How late each reading socket received each message, in ms; a message's text starts with its send time in ms. */
  late: number[]
}

const sockets: Socket[] = []
const cutAfter: number[] = []
const late: number[] = []

function join(address: string, token: string): Promise<void> {
  const socket = io(address, {
    ...{ path: '/ws', addTrailingSlash: false, transports: ['websocket'], query: { token }, forceNew: true },
    // The same values as in web/src/shared/live.
    ...{ reconnectionDelay: 1_000, reconnectionDelayMax: 30_000, randomizationFactor: 0.5 },
  })
  sockets.push(socket)
  socket.on('message', (event: string) => {
    const at = Number(/"body":"(\d{13}) /.exec(event)?.[1])
    if (at) late.push(Date.now() - at)
  })
  return new Promise((resolve) => socket.once('connect', () => resolve()))
}

async function stall(address: string, token: string): Promise<void> {
  const url = `${address.replace('http', 'ws')}/ws?EIO=4&transport=websocket&token=${encodeURIComponent(token)}`
  const wire = new WebSocket(url, { perMessageDeflate: false })
  const isIn = Promise.withResolvers<void>()
  wire.on('error', () => {})
  const below = new Promise<Wire>((resolve) => wire.once('upgrade', ({ socket }) => resolve(socket)))
  wire.on('message', (data: Buffer) => {
    const prefix = data.toString('latin1', 0, 2)
    if (prefix.startsWith('0')) wire.send('40')
    else if (prefix === '40') isIn.resolve()
  })
  await isIn.promise
  const since = performance.now()
  // A stalled socket notices the end only when its writes fail; these frames do not answer a heartbeat.
  const ping = setInterval(() => wire.ping(), 250)
  // The WebSocket itself does not close before everything is read.
  ;(await below).once('close', () => {
    clearInterval(ping)
    cutAfter.push(performance.now() - since)
  })
  wire.pause()
}

async function answer(command: CrowdCommand): Promise<string> {
  if (command.open) {
    const { address, tokens, count } = command.open
    // In batches: connection setup is not under test here.
    for (let from = 0; from < count; from += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - from) }, (_, nth) =>
          join(address, tokens[(from + nth) % tokens.length] as string),
        ),
      )
    return 'OPEN'
  }
  if (command.stall !== undefined) {
    const { address, token, count } = command.stall
    await Promise.all(Array.from({ length: count }, () => stall(address, token)))
    return 'STALLED'
  }
  const connected = sockets.filter((socket) => socket.connected).length
  return `STATE ${JSON.stringify({ connected, cutAfter, late: late.splice(0) } satisfies CrowdState)}`
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void answer(JSON.parse(line) as CrowdCommand).then((reply) => console.log(reply))
})
console.log('READY')
