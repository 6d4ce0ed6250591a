import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event as received. */
export interface SentryEvent {
  level: string
  platform: string
  release: string
  message?: string
  exception?: {
    values: { type: string; value?: string; stacktrace: { frames: { filename: string; in_app: boolean }[] } }[]
  }
  tags: Record<string, string>
  extra: { times: number }
}

/** A service that accepts reports as Sentry does. */
export interface FakeSentry {
  dsn: string
  /** Everything received, unparsed, so that tests can search it for planted text. */
  wire(): string
  events(): SentryEvent[]
  /** From now on, accepts requests and never responds. */
  hang(): void
  close(): Promise<void>
}

/** Starts one on a free port. */
export async function fakeSentry(): Promise<FakeSentry> {
  const received: string[] = []
  const events: SentryEvent[] = []
  let hangs = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      received.push(`${request.method} ${request.url}`, JSON.stringify(request.headers), body)
      if (request.url?.startsWith('/api/1/envelope/')) {
        const lines = body.split('\n')
        for (const [at, line] of lines.entries())
          if (at > 0 && line.includes('"type":"event"')) events.push(JSON.parse(lines[at + 1] ?? '') as SentryEvent)
      }
      if (!hangs) response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    dsn: `http://publickey@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    wire: () => received.join('\n'),
    events: () => events,
    hang: () => (hangs = true),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
