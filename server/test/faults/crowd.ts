// Many browsers as one process: sockets that come back by themselves as the product's pages do, tell how late they hear of
// texts, and can stop reading without saying so. One JSON line in, one line out.
import type { Socket as Wire } from 'node:net'
import { createInterface } from 'node:readline'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'

/** What a crowd can be asked; each is answered by one line. */
export interface CrowdAsk {
  /** Connects so many, some members' in turn: `OPEN`. */
  open?: { address: string; tokens: string[]; count: number }
  /** Connects so many who read nothing from then on, and never take leave: `STALLED`. */
  stall?: { address: string; token: string; count: number }
  /** `STATE` and a CrowdState. */
  state?: true
}

/** How a crowd is. */
export interface CrowdState {
  connected: number
  /** When each of those that read nothing was cut, in ms after it stopped reading. */
  cutAfter: number[]
  /** How late each text was heard by each who reads, in ms; the words of a text begin with the ms at which it was told. */
  late: number[]
}

const sockets: Socket[] = []
const cutAfter: number[] = []
const late: number[] = []

function join(address: string, token: string): Promise<void> {
  const socket = io(address, {
    ...{ path: '/ws', addTrailingSlash: false, transports: ['websocket'], query: { token }, forceNew: true },
    // As web/src/shared/live does.
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
    const words = data.toString('latin1', 0, 2)
    if (words.startsWith('0')) wire.send('40')
    else if (words === '40') isIn.resolve()
  })
  await isIn.promise
  const since = performance.now()
  // Who reads nothing learns of the end only by what it cannot send; these frames are no answer to a heartbeat.
  const ping = setInterval(() => wire.ping(), 250)
  // The WebSocket itself does not close before everything is read.
  ;(await below).once('close', () => {
    clearInterval(ping)
    cutAfter.push(performance.now() - since)
  })
  wire.pause()
}

async function answer(ask: CrowdAsk): Promise<string> {
  if (ask.open) {
    const { address, tokens, count } = ask.open
    // A few at a time: the door is not what is looked at here.
    for (let from = 0; from < count; from += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - from) }, (_, nth) =>
          join(address, tokens[(from + nth) % tokens.length] as string),
        ),
      )
    return 'OPEN'
  }
  if (ask.stall !== undefined) {
    const { address, token, count } = ask.stall
    await Promise.all(Array.from({ length: count }, () => stall(address, token)))
    return 'STALLED'
  }
  const connected = sockets.filter((socket) => socket.connected).length
  return `STATE ${JSON.stringify({ connected, cutAfter, late: late.splice(0) } satisfies CrowdState)}`
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void answer(JSON.parse(line) as CrowdAsk).then((said) => console.log(said))
})
console.log('READY')
