import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'

let t: TestApp
beforeAll(async () => {
  // No sender: queued messages stay, so that tests can deliver receipts manually.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

type Call = { body: string; headers: Record<string, string> }
const post = async (path: string, call: Call, address = t.process.address) => {
  const answer = await fetch(`${address}/hooks/${path}`, { method: 'POST', ...call })
  return { http: answer.status, text: await answer.text() }
}
const at = (org: Org, messageId?: string) => `simulated/${org.line.id}${messageId ? `/${messageId}` : ''}`
const incoming = (org: Org, contact: { phone: string }, body: string, id = `txt_${t.process.kernel.world.id()}`) => ({
  ...{ type: 'inbound', id, from: contact.phone, to: org.line.phone, body },
})
const status = (id: string, state: string, errorCode?: number) => ({
  type: 'status',
  id,
  status: state,
  ...(errorCode ? { errorCode } : {}),
})
const postHook = (org: Org, payload: unknown, messageId?: string) =>
  post(at(org, messageId), nativeCall(org.line, payload))
const textsOf = async (org: Org, contact: TestContact) =>
  (await t.as(org.ann).call(conversation, { params: { id: contact.id }, query: { limit: 200 } })).body.messages
const send = async (org: Org, contact: TestContact, body: string) =>
  (await t.as(org.ann).call(sendMessage, { body: { contactId: contact.id, body } })).body.message.id
const stateOf = async (org: Org, id: string) =>
  (
    await sql<{
      state: string
      error_code: string | null
    }>`select state, error_code from message where id = ${id}`.execute(t.process.kernel.database.ofOrg(org.id))
  ).rows[0]

describe('unverified webhooks', () => {
  const bob = () => t.acme.bob

  test.each<[what: string, change: (call: Call) => Call]>([
    ['no signature', ({ body }) => ({ body, headers: { 'content-type': 'application/json' } })],
    ['an empty one', ({ body, headers }) => ({ body, headers: { ...headers, 'x-carrier-signature': '' } })],
    ['rubbish for one', ({ body, headers }) => ({ body, headers: { ...headers, 'x-carrier-signature': 't=1,v1=zz' } })],
    ['a body changed after signing', ({ body, headers }) => ({ body: `${body} `, headers })],
    ['no body', ({ headers }) => ({ body: '', headers })],
    [
      'a signature of another scheme',
      ({ body, headers }) => ({
        body,
        headers: { ...headers, 'x-carrier-signature': (headers['x-carrier-signature'] ?? '').replace('v1=', 'v0=') },
      }),
    ],
  ])('answers 401 and stores nothing: %s', async (_label, change) => {
    const before = (await textsOf(t.acme, bob())).length
    const call = change(nativeCall(t.acme.line, incoming(t.acme, bob(), 'Forged')))
    expect(await post(at(t.acme), call)).toEqual({ http: 401, text: '' })
    expect(await textsOf(t.acme, bob())).toHaveLength(before)
  })

  test('answers 401 for a wrong secret or a timestamp more than five minutes off, and accepts one within five minutes', async () => {
    const postText = (how: Parameters<typeof nativeCall>[2]) =>
      post(at(t.acme), nativeCall(t.acme.line, incoming(t.acme, t.acme.dan, 'When?'), how))
    const now = Date.now()
    expect((await postText({ secret: t.beta.line.credentials.secret })).http).toBe(401)
    for (const away of [-301_500, 301_500, -86_400_000]) expect((await postText({ at: now + away })).http).toBe(401)
    for (const away of [-290_000, 290_000]) expect((await postText({ at: now + away })).http).toBe(200)
    expect(await textsOf(t.acme, t.acme.dan)).toHaveLength(2)
  })

  test('answers 404 for an unknown line, a line of another carrier, an unknown carrier and a malformed id', async () => {
    const call = nativeCall(t.acme.line, incoming(t.acme, bob(), 'Where?'))
    for (const path of [
      `simulated/${t.process.kernel.world.id()}`,
      `twilio/${t.acme.line.id}`,
      `nobody/${t.acme.line.id}`,
      `constructor/${t.acme.line.id}`,
      'simulated/not-an-id',
      `simulated/${t.acme.line.id}/not-an-id`,
      `simulated/${t.acme.line.id}'--`,
    ])
      expect({ path, ...(await post(path, call)) }).toMatchObject({ path, http: 404 })
  })

  test('answers 405 for another method than POST and 404 for any other address under /hooks', async () => {
    const ask = async (method: string, path: string) => {
      const answer = await fetch(`${t.process.address}/hooks/${path}`, { method })
      return [answer.status, answer.headers.get('allow')]
    }
    const line = `simulated/${t.acme.line.id}`
    for (const path of [line, `${line}/voice`, `${line}/voice/recording`])
      for (const method of ['GET', 'PUT', 'DELETE']) expect(await ask(method, path)).toEqual([405, 'POST'])
    for (const path of ['', 'simulated', 'a/b/c/d/e']) {
      expect(await ask('GET', path)).toEqual([404, null])
      expect(await ask('POST', path)).toEqual([404, null])
    }
  })

  test('answers 401 when signed for the line of another organization', async () => {
    expect((await post(at(t.beta), nativeCall(t.acme.line, incoming(t.beta, t.beta.bob, 'Hi')))).http).toBe(401)
    expect(await textsOf(t.beta, t.beta.bob)).toEqual([])
  })

  test('answers 400 for signed nonsense and still stores concurrent valid messages', async () => {
    const rubbish = [
      '',
      'x',
      '{}',
      '[]',
      'null',
      '{"type":"inbound"}',
      '{"type":"evil","id":"1"}',
      '{"type":"status","id":"1","status":"flying"}',
      '{"type":"inbound","id":7,"from":1,"to":2,"body":3}',
      { ...incoming(t.acme, { phone: '' }, 'From nobody') },
      { ...incoming(t.acme, bob(), 'x'), id: '' },
    ]
    const [rejected, accepted] = await Promise.all([
      Promise.all(rubbish.map((payload) => postHook(t.acme, payload))),
      Promise.all(
        Array.from({ length: 5 }, (_, n) => postHook(t.acme, incoming(t.acme, t.acme.cat, `Neighbour ${n}`))),
      ),
    ])
    expect(rejected.map((answer) => answer.http)).toEqual(rubbish.map(() => 400))
    expect(accepted.map((answer) => answer.http)).toEqual([200, 200, 200, 200, 200])
    expect(await textsOf(t.acme, t.acme.cat)).toHaveLength(5)
  })

  test('answers 413 for a body that is too large', async () => {
    expect((await postHook(t.acme, incoming(t.acme, bob(), 'a'.repeat(300_000)))).http).toBe(413)
  })
})

describe('inbound messages', () => {
  test('are stored once when repeated, a hundred years apart or fifty times at once', async () => {
    const contact = await makeContact(t.process.kernel, t.acme.id, 'Echo', '+14155550231')
    const otherProcess = await t.another('web')
    const once = incoming(t.acme, contact, 'Once')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        post(at(t.acme), nativeCall(t.acme.line, once), n % 2 ? otherProcess.address : undefined),
      ),
    )
    expect(answers.every((answer) => answer.http === 200)).toBe(true)
    await sql`update carrier_event set at = at - interval '100 years'`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect((await postHook(t.acme, once)).http).toBe(200)
    expect((await textsOf(t.acme, contact)).map((message) => message.body)).toEqual(['Once'])
    const thread = await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })
    expect(thread.body.conversation.unreadCount).toBe(1)
  })

  test('create one contact per unknown number when many arrive at once', async () => {
    const phones = Array.from({ length: 10 }, (_, n) => `+1415555024${n}`)
    const calls = phones.flatMap((phone) =>
      [1, 2, 3].map((n) => postHook(t.acme, incoming(t.acme, { phone }, `Hello ${n}`))),
    )
    for (const answer of await Promise.all(calls)) expect(answer.http).toBe(200)
    const made = await sql<{ phone: string; n: number }>`
      select c.phone, (select count(*)::int from message m where m.contact_id = c.id) as n from contact c where phone like '+1415555024%' order by 1`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(made.rows).toEqual(phones.map((phone) => ({ phone, n: 3 })))
  })

  test('are cleaned of invalid characters and truncated when too long', async () => {
    const contact = await makeContact(t.process.kernel, t.acme.id, 'Odd', '+14155550232')
    for (const body of ['nul\0 here', 'half \ud83d emoji', '\u0007bell', '', 'x'.repeat(5_000), '😀'.repeat(900)])
      expect((await postHook(t.acme, incoming(t.acme, contact, body))).http).toBe(200)
    const bodies = (await textsOf(t.acme, contact)).map((message) => message.body)
    expect(bodies.map((body) => body.slice(0, 20))).toEqual([
      'nul here',
      'half \ufffd emoji',
      'bell',
      '',
      'x'.repeat(20),
      '😀'.repeat(10),
    ])
    expect(bodies.every((body) => body.length <= 1_600 && body.isWellFormed())).toBe(true)
  })

  test('are stored when sent from short codes and names', async () => {
    for (const phone of ['72975', 'ACME-HR'])
      expect((await postHook(t.acme, incoming(t.acme, { phone }, 'Your code'))).http).toBe(200)
  })
})

describe('receipts', () => {
  test.each<[notified: [state: string, code?: number][], state: string, code: string | null]>([
    [[['sent'], ['delivered']], 'delivered', null],
    [[['delivered'], ['sent']], 'delivered', null],
    [[['delivered'], ['undelivered', 30004], ['failed', 30008], ['accepted']], 'delivered', null],
    [[['sent'], ['undelivered', 30004]], 'undelivered', '30004'],
    [[['undelivered', 30004], ['sent']], 'undelivered', '30004'],
    [[['undelivered', 30004], ['delivered']], 'delivered', null],
    [
      [
        ['failed', 30007],
        ['undelivered', 30004],
      ],
      'failed',
      '30007',
    ],
    [[['queued'], ['queued'], ['accepted']], 'submitted', null],
  ])('applied in the order %j leave it %s', async (receipts, state, code) => {
    const id = await send(t.acme, t.acme.bob, `Receipts ${JSON.stringify(receipts)}`)
    for (const [receiptState, error] of receipts)
      expect((await postHook(t.acme, status(`c-${id}`, receiptState, error), id)).http).toBe(200)
    expect(await stateOf(t.acme, id)).toEqual({ state, error_code: code })
  })

  test('lead to the same state in any order, concurrently and repeated', async () => {
    const id = await send(t.acme, t.acme.bob, 'All at once')
    const calls = ['sent', 'delivered', 'accepted', 'sent', 'delivered', 'queued'].map((state) =>
      postHook(t.acme, status(`c-${id}`, state), id),
    )
    for (const answer of await Promise.all(calls)) expect(answer.http).toBe(200)
    expect(await stateOf(t.acme, id)).toEqual({ state: 'delivered', error_code: null })
  })

  test('change nothing for a message of another organization or line, an inbound message or an unknown one', async () => {
    const [mine, theirs] = [await send(t.acme, t.acme.bob, 'Mine'), await send(t.beta, t.beta.bob, 'Theirs')]
    expect((await postHook(t.acme, status('c-x', 'delivered'), theirs)).http).toBe(200)
    expect((await postHook(t.beta, status('c-y', 'delivered'), mine)).http).toBe(200)
    expect((await postHook(t.acme, status('c-z', 'delivered'), t.process.kernel.world.id())).http).toBe(200)
    expect((await postHook(t.acme, status('c-w', 'delivered'))).http).toBe(200)
    expect(await stateOf(t.acme, mine)).toMatchObject({ state: 'queued' })
    expect(await stateOf(t.beta, theirs)).toMatchObject({ state: 'queued' })
    await postHook(t.acme, incoming(t.acme, t.acme.dan, 'An incoming one'))
    const last = (await textsOf(t.acme, t.acme.dan)).at(-1)
    await postHook(t.acme, status('c-v', 'failed', 30004), last?.id)
    expect((await textsOf(t.acme, t.acme.dan)).at(-1)?.state).toBe('received')
  })

  test('update the state of a number reported as landline, not in use or opted out', async () => {
    for (const [code, reach] of [
      [30006, 'landline'],
      [30005, 'not_in_use'],
      [21610, 'opted_out'],
    ] as const) {
      const contact = await makeContact(t.process.kernel, t.acme.id, 'Told', `+1415${code}02`)
      const id = await send(t.acme, contact, 'Hello')
      await postHook(t.acme, status(`c-${id}`, 'undelivered', code), id)
      const thread = await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })
      expect(thread.body.conversation.contact.reach).toBe(reach)
      expect(thread.body.messages.findLast((message) => message.direction === 'out')).toMatchObject({
        state: 'undelivered',
        errorCode: String(code),
        reason: expect.any(String) as string,
      })
    }
  })

  test('have an explanation for unknown codes and codes named like object properties', async () => {
    for (const code of ['constructor', 'toString', '__proto__', '99999']) {
      const id = await send(t.acme, t.acme.bob, `Code ${code}`)
      await postHook(t.acme, { ...status(`c-${id}`, 'failed'), errorCode: code }, id)
    }
    const thread = await t.as(t.acme.ann).call(conversation, { params: { id: t.acme.bob.id } })
    expect(thread.http).toBe(200)
    for (const message of thread.body.messages.slice(-4))
      expect(message.reason).toBe("The carrier didn't say why. Try again.")
  })
})

test('answers 503 while the line of a webhook cannot be looked up, so that the carrier tries again', async () => {
  const logged: string[] = []
  const app = await testApp({ roles: 'web', log: makeLog('error', { write: (line) => logged.push(line) }) })
  const owner = new pg.Client(app.process.kernel.config.databaseUrl)
  await owner.connect()
  try {
    // A line that no process has in its memory.
    const path = `simulated/${app.process.kernel.world.id()}`
    const call = nativeCall(app.acme.line, incoming(app.acme, app.acme.bob, 'Not lost'))
    await owner.query('alter table line rename to line_away')
    expect((await post(path, call, app.process.address)).http).toBe(503)
    await owner.query('alter table line_away rename to line')
    expect((await post(path, call, app.process.address)).http).toBe(404)
    expect(logged.join()).toContain('the line of a webhook could not be looked up')
  } finally {
    await owner.end()
    await app.close()
  }
})
