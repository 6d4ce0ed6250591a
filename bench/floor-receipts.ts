// The floor for receipts: a bare server that checks the signature of each, parses and counts it, and answers.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const secret = process.env['SECRET'] ?? ''
let delivered = 0
const server = createServer((request, answer) => {
  if (request.method === 'GET') return answer.end(String(delivered))
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const raw = Buffer.concat(parts)
    const [, t = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-carrier-signature'])) ?? []
    const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest()
    const isSigned = signature !== '' && timingSafeEqual(expected, Buffer.from(signature, 'hex'))
    const { status } = JSON.parse(raw.toString('utf8')) as { status: string }
    if (isSigned && status === 'delivered') delivered += 1
    answer.writeHead(isSigned ? 200 : 401, { 'content-type': 'application/json' })
    answer.end('{"ok":true}')
  })
})
server.listen(0, '127.0.0.1', () => console.log(`READY http://127.0.0.1:${(server.address() as AddressInfo).port}`))
