import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A request as a customer's system received it. */
export interface ReceivedEvent {
  path: string
  headers: Record<string, string>
  body: string
}

/** A customer's system that receives webhooks, on this machine. */
export interface Receiver {
  url: string
  received: ReceivedEvent[]
  /** Answers the next requests with these codes, in order; then with 200. */
  answer(
    ...codes: (number | { code: number; headers?: Record<string, string>; body?: string } | 'hang' | 'drop')[]
  ): void
  /** Verifies the signature of an event as a receiver should, and returns its content. */
  verify(event: ReceivedEvent | undefined, secret: string): { type: string; timestamp: string; data: never }
  close(): Promise<void>
}

/** Starts a receiver of webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = []
  const answers: Parameters<Receiver['answer']> = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString('utf8'),
      })
      const next = answers.shift() ?? 200
      if (next === 'hang') return
      if (next === 'drop') return void request.socket.destroy()
      const { code, headers = {}, body = 'ok' } = typeof next === 'number' ? { code: next } : next
      response.writeHead(code, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (...codes) => void answers.push(...codes),
    verify: (event, secret) => {
      if (!event) throw new Error('no event was received')
      return new Webhook(secret).verify(event.body, event.headers) as ReturnType<Receiver['verify']>
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
