import { createSocket } from 'node:dgram'

/** A name server on loopback that answers with the records of type TXT it was given. */
export interface TestDns {
  /** For the setting DNS_SERVERS. */
  address: string
  /** The records by name. */
  records: Map<string, string[]>
  close(): void
}

/** Starts a name server (RFC 1035). */
export async function startDns(port = 0): Promise<TestDns> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query)
    const answers = records.get(name.toLowerCase()) ?? []
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(answers.length > 0 ? 0x8580 : 0x8583, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers.map(answerOf)]), from.port, from.address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(port, '127.0.0.1', resolve)
  })
  return { address: `127.0.0.1:${socket.address().port}`, records, close: () => socket.close() }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 5 }
}

/** A record that refers to the name in the question. */
function answerOf(text: string): Buffer {
  const data = Buffer.from(text)
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length + 1, data.length])
  return Buffer.concat([head, data])
}
