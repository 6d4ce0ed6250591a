// Simulates many browsers in one process: raw sockets that speak just enough of the live protocol to stay connected and
// count messages. For the floor, the same sockets run without a protocol.
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

interface ClientCommand {
  open?: { url: string; count: number; isBare: boolean }
  /** Responds when each socket has received this many messages since the last request. */
  received?: number
  close?: boolean
}

let sockets: WebSocket[] = []
let counts: Int32Array = new Int32Array(0)
let pending: { each: number; remaining: number; done: () => void } | undefined

function open(url: string, at: number, isBare: boolean): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('error', reject)
    if (isBare) socket.on('open', () => resolve(socket))
    socket.on('message', (data: Buffer) => {
      if (isBare) return countMessage(at)
      const text = data.toString('latin1')
      if (text.startsWith('0')) socket.send('40')
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40')) resolve(socket)
      else if (text.startsWith('42["message"')) countMessage(at)
    })
  })
}

function countMessage(at: number): void {
  const count = (counts[at] ?? 0) + 1
  counts[at] = count
  if (pending && count === pending.each) {
    pending.remaining -= 1
    if (pending.remaining === 0) pending.done()
  }
}

async function answer(command: ClientCommand): Promise<string> {
  if (command.open) {
    const { url, count, isBare } = command.open
    counts = new Int32Array(count)
    // In batches of 50: opening a thousand at once would measure connection setup.
    for (let from = 0; from < count; from += 50)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - from) }, (_, nth) => open(url, from + nth, isBare)),
        )),
      )
    return 'OPEN'
  }
  if (command.received !== undefined) {
    const each = command.received
    const remaining = counts.filter((count) => count < each).length
    if (remaining > 0) await new Promise<void>((done) => (pending = { each, remaining, done }))
    pending = undefined
    const most = Math.max(...counts)
    counts.fill(0)
    return `HEARD ${most}`
  }
  for (const socket of sockets) socket.terminate()
  sockets = []
  return 'CLOSED'
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void answer(JSON.parse(line) as ClientCommand).then((reply) => console.log(reply))
})
console.log('READY')
