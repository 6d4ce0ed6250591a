// The floor for inbound messages: a bare server that checks the signature, parses the call and responds.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const secret = process.env['SECRET'] ?? ''
const server = createServer((request, answer) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const raw = Buffer.concat(parts)
    const [, t = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-carrier-signature'])) ?? []
    const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest()
    const isSigned = signature !== '' && timingSafeEqual(expected, Buffer.from(signature, 'hex'))
    const { type } = JSON.parse(raw.toString('utf8')) as { type: string }
    answer.writeHead(isSigned && type === 'inbound' ? 200 : 401, { 'content-type': 'application/json' })
    answer.end('{"ok":true}')
  })
})
server.listen(0, '127.0.0.1', () => console.log(`READY http://127.0.0.1:${(server.address() as AddressInfo).port}`))
