import { signedIn } from './people.ts'

interface Session {
  organizationId: string
  isAlive: boolean
  /** A call was made with it. */
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

/** A send request that reached the server. */
export interface ReceivedMessage {
  key: string
  contactId: string
  /** The organization of the token. */
  organizationId: string
  /** The organization that the page had open. */
  believed: string
}

/**
 * A server with sessions that belong to one organization each; the test decides when and in which order it responds.
 */
export class Server {
  sessions = new Map<string, Session>()
  waiting: Waiting[] = []
  receivedMessages: ReceivedMessage[] = []
  /** Tokens that a logout ended. */
  loggedOut = new Set<string>()
  private leaving: { token: string; next: string }[] = []

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

  /** Processes a waiting request; its response is in transit then. */
  work(at: number): void {
    const request = this.waiting[at]
    if (request && !request.answer) request.answer = this.answer(request)
  }

  /** Delivers the response to the page that sent the request. */
  deliver(at: number): void {
    const request = this.waiting[at]
    if (!request?.answer) return
    this.waiting.splice(at, 1)
    request.resolve(request.answer)
  }

  /**
   * Cuts off a request before the server received it. The response of a processed switch must not be lost: its page
   * would never learn of the switch.
   */
  cut(at: number): void {
    const request = this.waiting[at]
    if (!request || request.answer) return
    this.waiting.splice(at, 1)
    request.refuse(new Error('cut off'))
  }

  /**
   * Ends the grace period of the tokens replaced by a switch, unless the new token was never used because its response
   * was lost.
   */
  endGrace(): void {
    const isSessionUsed = ({ next }: { next: string }) => this.sessions.get(next)?.isUsed === true
    for (const { token } of this.leaving.filter(isSessionUsed)) {
      const session = this.sessions.get(token)
      if (session) session.isAlive = false
    }
    this.leaving = this.leaving.filter((entry) => !isSessionUsed(entry))
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
    this.receivedMessages.push({ key, contactId, organizationId, believed })
    if (believed !== organizationId)
      return Response.json({ status: 'ERROR', code: 'wrong_organization' }, { status: 409 })
    return Response.json({ status: 'OK', message: { id: key, contactId, at: '2026-11-21T10:00:00.000Z' } })
  }
}
