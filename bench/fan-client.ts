// Many browsers as one process: raw sockets that speak just enough of the live connection to stay and to count what they
// hear. For the floor the same sockets, without a protocol above them.
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

interface Ask {
  open?: { url: string; count: number; isBare: boolean }
  /** Answers when each socket has heard this many messages since the last question. */
  heard?: number
  close?: boolean
}

let sockets: WebSocket[] = []
let counts: Int32Array = new Int32Array(0)
let wanted: { each: number; left: number; done: () => void } | undefined

function open(url: string, at: number, isBare: boolean): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('error', reject)
    if (isBare) socket.on('open', () => resolve(socket))
    socket.on('message', (data: Buffer) => {
      if (isBare) return hear(at)
      const text = data.toString('latin1')
      if (text.startsWith('0')) socket.send('40')
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40')) resolve(socket)
      else if (text.startsWith('42["message"')) hear(at)
    })
  })
}

function hear(at: number): void {
  const count = (counts[at] ?? 0) + 1
  counts[at] = count
  if (wanted && count === wanted.each) {
    wanted.left -= 1
    if (wanted.left === 0) wanted.done()
  }
}

async function answer(ask: Ask): Promise<string> {
  if (ask.open) {
    const { url, count, isBare } = ask.open
    counts = new Int32Array(count)
    // A few at a time: a thousand at once would measure the door.
    for (let from = 0; from < count; from += 50)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - from) }, (_, nth) => open(url, from + nth, isBare)),
        )),
      )
    return 'OPEN'
  }
  if (ask.heard !== undefined) {
    const each = ask.heard
    const left = counts.filter((count) => count < each).length
    if (left > 0) await new Promise<void>((done) => (wanted = { each, left, done }))
    wanted = undefined
    const most = Math.max(...counts)
    counts.fill(0)
    return `HEARD ${most}`
  }
  for (const socket of sockets) socket.terminate()
  sockets = []
  return 'CLOSED'
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void answer(JSON.parse(line) as Ask).then((said) => console.log(said))
})
console.log('READY')
