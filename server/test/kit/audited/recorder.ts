import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { makeUser, PASSWORD, type Org, type TestUser } from '../cast.ts'
import { everyEndpoint } from '../contract.ts'
import type { Answer, RequestInput, TestApp } from '../test-app.ts'
import { prove } from '@crewline/contract/accounts'

/** An audit entry of one call. */
export interface CallEntry {
  action: string
  target: string | null
  actorId: string | null
  detail: unknown
}

/** A successful call and the entries with its request id. */
export interface RecordedCall {
  entries: CallEntry[]
  /** Who called; null without a session. */
  userId: string | null
}

type Caller = Pick<TestUser, 'id' | 'token'> | null

/** Makes calls that must succeed, and keeps what the audit log recorded of each. */
export interface Recorder {
  t: TestApp
  org: Org
  /** An owner who just entered their password. */
  owner: TestUser
  call: <E extends AnyEndpoint>(
    endpoint: E,
    input?: Omit<RequestInput<E>, 'body'> & { body?: RequestInput<E>['body'] | Buffer },
    caller?: Caller,
  ) => Promise<Answer<E>['body']>
  /** The same in another organization. */
  at(org: Org): Promise<Recorder>
}

/** What a recorder found, by the name of the endpoint. */
export type Recorded = Map<string, RecordedCall[]>

/** Makes a recorder in an organization, with a new owner, so that none is rate limited. */
export async function recordCalls(t: TestApp, org: Org, recorded: Recorded): Promise<Recorder> {
  const names = new Map((await everyEndpoint()).map(([name, endpoint]) => [endpoint, name]))
  const owner = await makeUser(t.process.kernel, org.id, { firstname: 'Olive', lastname: 'Owner', role: 'owner' })
  const system = t.process.kernel.database.asSystem('tests read the audit log')
  const recorder: Recorder = {
    t,
    org,
    owner,
    at: (other) => recordCalls(t, other, recorded),
    call: async (endpoint, input = {}, caller = owner) => {
      const name = names.get(endpoint) ?? endpoint.path
      const { status, requestId, text } = await send(t, endpoint, input, caller)
      if (status !== 200) throw new Error(`${name} answered ${status} ${text.slice(0, 400)}`)
      const found = await sql<CallEntry>`
        select action, target, actor_id as "actorId", detail from audit_entry where request_id = ${requestId}`.execute(
        system,
      )
      recorded.set(name, [...(recorded.get(name) ?? []), { entries: found.rows, userId: caller?.id ?? null }])
      return (endpoint.answers === 'file' ? { file: text } : JSON.parse(text)) as never
    },
  }
  await recorder.call(prove, { body: { password: PASSWORD } })
  return recorder
}

/** A handle that reads and changes what the calls need. */
export const systemOf = ({ t }: Recorder) => t.process.kernel.database.asSystem('tests look up what calls need')

async function send(
  t: TestApp,
  endpoint: AnyEndpoint,
  input: { params?: unknown; query?: unknown; body?: unknown; headers?: Record<string, string> },
  caller: Caller,
): Promise<{ status: number; requestId: string | null; text: string }> {
  const { params, query = {}, body, headers } = input
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const pairs = Object.entries(query as object).map(([name, value]): [string, string] => [name, String(value)])
  const isFile = body instanceof Buffer
  const response = await fetch(`${t.process.address}/api${path}?${new URLSearchParams(pairs).toString()}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(caller ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return { status: response.status, requestId: response.headers.get('x-request-id'), text: await response.text() }
}
