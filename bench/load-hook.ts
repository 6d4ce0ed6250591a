// The carrier's side of inbound messages, in a separate process: signed calls over keep-alive sockets, one at a time on
// each. It writes prepared bytes and parses as little as possible, so that it takes little processor time from the
// measured process.
import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

interface LoadCommand {
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
  (line) => void load(JSON.parse(line) as LoadCommand).then((result) => console.log(`DONE ${JSON.stringify(result)}`)),
)
console.log('READY')

async function load(command: LoadCommand): Promise<{ seconds: number; ok: number }> {
  const t = Math.floor(Date.now() / 1000)
  const calls = Array.from({ length: command.calls }, (_, nth) => prepare(command, nth, t))
  let next = 0
  let ok = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from(
      { length: command.connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host: command.host, port: command.port, noDelay: true })
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
            const headerEnd = read.indexOf('\r\n\r\n')
            if (headerEnd < 0 || read.length < headerEnd + 4 + lengthOf(read, headerEnd)) return
            if (read.startsWith('HTTP/1.1 200')) ok += 1
            read = ''
            send()
          })
        }),
    ),
  )
  return { seconds: (performance.now() - startedAt) / 1000, ok }
}

/** Returns the number of bytes after the head: content-length, or up to the last chunk. */
function lengthOf(read: string, headerEnd: number): number {
  const named = /content-length: (\d+)/i.exec(read.slice(0, headerEnd))
  if (named) return Number(named[1])
  return read.endsWith('\r\n0\r\n\r\n') || read.endsWith('0\r\n\r\n') ? 0 : Infinity
}

function prepare(command: LoadCommand, nth: number, t: number): Buffer {
  const body = JSON.stringify({
    type: 'inbound',
    id: `txt_${randomUUID().replaceAll('-', '')}`,
    from: command.from[nth % command.from.length],
    to: command.to,
    body: `Yes, I can take the shift number ${nth} tomorrow, see you at the gate.`,
    at: new Date(t * 1000).toISOString(),
  })
  const signature = createHmac('sha256', command.secret).update(`${t}.${body}`).digest('hex')
  return Buffer.from(
    `POST ${command.path} HTTP/1.1\r\nHost: ${command.host}:${command.port}\r\nContent-Type: application/json\r\n` +
      `X-Carrier-Signature: t=${t},v1=${signature}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
