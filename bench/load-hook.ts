// The carrier's side of inbound texts as a process of its own: signed calls over sockets kept open, one at a time on
// each. It writes prepared bytes and reads only what it must, so that it takes little of the machine from what it measures.
import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

interface Ask {
  host: string
  port: number
  path: string
  secret: string
  to: string
  from: string[]
  calls: number
  connections: number
}

const lines = createInterface({ input: process.stdin })
lines.on(
  'line',
  (line) => void load(JSON.parse(line) as Ask).then((found) => console.log(`DONE ${JSON.stringify(found)}`)),
)
console.log('READY')

async function load(ask: Ask): Promise<{ seconds: number; ok: number }> {
  const t = Math.floor(Date.now() / 1000)
  const calls = Array.from({ length: ask.calls }, (_, nth) => prepare(ask, nth, t))
  let next = 0
  let ok = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from(
      { length: ask.connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host: ask.host, port: ask.port, noDelay: true })
          let read = ''
          const send = () => {
            const call = calls[next++]
            if (call) socket.write(call)
            else socket.end(resolve)
          }
          socket.setEncoding('latin1')
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('data', (part: string) => {
            read += part
            const head = read.indexOf('\r\n\r\n')
            if (head < 0 || read.length < head + 4 + lengthOf(read, head)) return
            if (read.startsWith('HTTP/1.1 200')) ok += 1
            read = ''
            send()
          })
        }),
    ),
  )
  return { seconds: (performance.now() - startedAt) / 1000, ok }
}

/** The bytes after the head: the length it names, or those up to the last chunk. */
function lengthOf(read: string, head: number): number {
  const named = /content-length: (\d+)/i.exec(read.slice(0, head))
  if (named) return Number(named[1])
  return read.endsWith('\r\n0\r\n\r\n') || read.endsWith('0\r\n\r\n') ? 0 : Infinity
}

function prepare(ask: Ask, nth: number, t: number): Buffer {
  const body = JSON.stringify({
    type: 'inbound',
    id: `txt_${randomUUID().replaceAll('-', '')}`,
    from: ask.from[nth % ask.from.length],
    to: ask.to,
    body: `Yes, I can take the shift number ${nth} tomorrow, see you at the gate.`,
    at: new Date(t * 1000).toISOString(),
  })
  const signature = createHmac('sha256', ask.secret).update(`${t}.${body}`).digest('hex')
  return Buffer.from(
    `POST ${ask.path} HTTP/1.1\r\nHost: ${ask.host}:${ask.port}\r\nContent-Type: application/json\r\n` +
      `X-Carrier-Signature: t=${t},v1=${signature}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
