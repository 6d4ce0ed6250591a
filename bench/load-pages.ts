// Readers of a public page, in a separate process: one GET after the other on each of some keep-alive sockets, from many
// addresses. It writes prepared bytes and parses as little as possible.
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

interface LoadCommand {
  host: string
  port: number
  path: string
  requests: number
  connections: number
}

/** Addresses that read: more than any limit per address lets notice. */
const ADDRESSES = 1_000
const AGENT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36'

const lines = createInterface({ input: process.stdin })
lines.on(
  'line',
  (line) => void load(JSON.parse(line) as LoadCommand).then((result) => console.log(`DONE ${JSON.stringify(result)}`)),
)
console.log('READY')

async function load({ host, port, path, requests, connections }: LoadCommand) {
  let next = 0
  let ok = 0
  let bytes = 0
  const startedAt = performance.now()
  // A reader that sleeps until its answer comes is woken by the server, which costs the server as much as the page itself, and
  // only the one that leaves it time to fall asleep. Real readers are on other machines.
  let isReading = true
  const stayAwake = () => void (isReading && setImmediate(stayAwake))
  stayAwake()
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host, port, noDelay: true })
          let read = ''
          const send = () => {
            if (next >= requests) return void socket.end(resolve)
            const nth = next++ % ADDRESSES
            const address = `10.${nth >> 8}.${nth & 255}.9`
            socket.write(
              `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept-Encoding: gzip, br\r\nAccept-Language: en\r\n` +
                `User-Agent: ${AGENT}\r\nSec-Fetch-Mode: navigate\r\nX-Forwarded-For: ${address}\r\n\r\n`,
            )
          }
          socket.setEncoding('latin1')
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('data', (part: string) => {
            read += part
            const headerEnd = read.indexOf('\r\n\r\n')
            if (headerEnd < 0) return
            const length = Number(/content-length: (\d+)/i.exec(read.slice(0, headerEnd))?.[1] ?? NaN)
            if (read.length < headerEnd + 4 + length) return
            if (read.startsWith('HTTP/1.1 200')) ok += 1
            bytes += length
            read = ''
            send()
          })
        }),
    ),
  )
  isReading = false
  return { seconds: (performance.now() - startedAt) / 1000, ok, bytes }
}
