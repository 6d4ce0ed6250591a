// The floor for public pages: a bare server that writes the same bytes, headers included, for every request.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const headers = JSON.parse(process.env['HEADERS'] ?? '{}') as Record<string, string>
const body = Buffer.from(process.env['BODY'] ?? '', 'base64')
const server = createServer((_request, answer) => {
  answer.writeHead(200, headers)
  answer.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`READY http://127.0.0.1:${(server.address() as AddressInfo).port}`))
