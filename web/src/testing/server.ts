import { signedIn } from './people.ts'

interface Session {
  organizationId: string
  isAlive: boolean
  /** Somebody has called with it. */
  isUsed?: boolean
}

interface Waiting {
  token: string
  path: string
  body: Record<string, string>
  answer?: Response
  resolve: (response: Response) => void
  refuse: (error: Error) => void
}

/** A text the server was asked to send. */
export interface Asked {
  key: string
  contactId: string
  /** The organization the token belongs to. */
  organizationId: string
  /** The organization the page believed to be in. */
  believed: string
}

/** A server with sessions that belong to one organization each; it answers when it is told to, in any order. */
export class Server {
  sessions = new Map<string, Session>()
  waiting: Waiting[] = []
  asked: Asked[] = []
  /** Tokens that a log-out asked to end. */
  loggedOut = new Set<string>()
  private leaving: { token: string; next: string }[] = []

  /** Opens a session. */
  open(organizationId: string): string {
    const token = `token-${this.sessions.size + 1}`
    this.sessions.set(token, { organizationId, isAlive: true })
    return token
  }

  fetch = (url: string, init: { headers: Record<string, string>; body?: string }): Promise<Response> =>
    new Promise((resolve, refuse) => {
      const token = init.headers['authorization']?.replace('Bearer ', '') ?? ''
      const body = init.body ? (JSON.parse(init.body) as Record<string, string>) : {}
      this.waiting.push({ token, path: url.replace('/api', ''), body, resolve, refuse })
    })

  /** Works on a request that waits; its answer is on its way then. */
  work(at: number): void {
    const one = this.waiting[at]
    if (one && !one.answer) one.answer = this.answer(one)
  }

  /** Brings the answer to the page that asked. */
  deliver(at: number): void {
    const one = this.waiting[at]
    if (!one?.answer) return
    this.waiting.splice(at, 1)
    one.resolve(one.answer)
  }

  /** Cuts a request off before the server saw it. A switch that the server did must not be lost: its page would never know. */
  cut(at: number): void {
    const one = this.waiting[at]
    if (!one || one.answer) return
    this.waiting.splice(at, 1)
    one.refuse(new Error('cut off'))
  }

  /** The grace of the tokens that were left behind by a switch is over; a switch whose answer reached nobody has left none behind. */
  endGrace(): void {
    const isTaken = ({ next }: { next: string }) => this.sessions.get(next)?.isUsed === true
    for (const { token } of this.leaving.filter(isTaken)) {
      const session = this.sessions.get(token)
      if (session) session.isAlive = false
    }
    this.leaving = this.leaving.filter((one) => !isTaken(one))
  }

  private answer({ token, path, body }: Waiting): Response {
    const session = this.sessions.get(token)
    if (!session?.isAlive) return Response.json({ status: 'ERROR', code: 'session_invalid' }, { status: 403 })
    const { organizationId } = session
    session.isUsed = true
    if (path === '/user/logout') {
      session.isAlive = false
      this.loggedOut.add(token)
      return Response.json({ status: 'OK' })
    }
    if (path === '/user/me') return Response.json({ ...signedIn(organizationId, token), organizations: [] })
    if (path === '/user/switch-org') {
      const next = this.open(body['organizationId'] ?? '')
      this.leaving.push({ token, next })
      return Response.json(signedIn(body['organizationId'] ?? '', next))
    }
    if (path === '/message') return this.send(organizationId, body)
    const row = { id: `${organizationId}:maria`, contact: { firstname: organizationId, lastname: '' } }
    return Response.json({ status: 'OK', data: [row], nextCursor: null })
  }

  private send(organizationId: string, body: Record<string, string>): Response {
    const { clientMessageId: key = '', contactId = '', organizationId: believed = '' } = body
    this.asked.push({ key, contactId, organizationId, believed })
    if (believed !== organizationId)
      return Response.json({ status: 'ERROR', code: 'wrong_organization' }, { status: 409 })
    return Response.json({ status: 'OK', message: { id: key, contactId, at: '2026-11-21T10:00:00.000Z' } })
  }
}
