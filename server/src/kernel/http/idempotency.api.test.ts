import { createApiKey } from '@crewline/contract/api-keys'
import { createContact } from '@crewline/contract/contacts'
import { startImport } from '@crewline/contract/imports'
import { sendMessage } from '@crewline/contract/messages'
import { createTag, tags } from '@crewline/contract/tags'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey, prove } from '../../../test/kit/api-keys.ts'
import { sendHttpRequest } from '../../../test/kit/ask.ts'
import { makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { photo } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { fail } from '../failure.ts'
import type { Scope } from '../scope.ts'
import { callOnce, hashOfCall, pruneIdempotentCalls } from './idempotency.ts'
import { openSession } from './session-gate.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at stored calls')
let count = 0
const newKey = () => `key-${(count += 1)}`

interface Sent {
  http: number
  body: Record<string, unknown> & { code?: string }
  isReplay: boolean
  retryAfter: number
}

/** Posts a body with an idempotency key. */
async function post(who: TestUser, endpoint: AnyEndpoint, key: string, body: unknown): Promise<Sent> {
  const isBytes = Buffer.isBuffer(body)
  const { http, text, headers } = await sendHttpRequest(`${t.process.address}/api${endpoint.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      'idempotency-key': key,
    },
    body: (isBytes ? body : JSON.stringify(body)) as string,
  })
  return {
    http,
    body: JSON.parse(text) as Sent['body'],
    isReplay: headers['idempotency-replayed'] === 'true',
    retryAfter: Number(headers['retry-after'] ?? 0),
  }
}

const refusal = ({ http, body }: Sent) => ({ http, code: body.code })
const tagNames = async (who: TestUser) => (await t.as(who).call(tags)).body.tags.map(({ name }) => name)
const scopeOf = (who: TestUser): Promise<Scope> => openSession(t.process.kernel, who.token, 'test')
const hash = hashOfCall('POST', '/api/test', {})

describe('a repeated call', () => {
  test('gets the first response and changes nothing, whatever the order of the fields', async () => {
    const key = newKey()
    const first = await post(t.acme.ann, createContact, key, { firstname: 'Ida', lastname: 'Once' })
    const again = await post(t.acme.ann, createContact, key, { lastname: 'Once', firstname: 'Ida' })
    const quoted = await post(t.acme.ann, createContact, `"${key}"`, { firstname: 'Ida', lastname: 'Once' })
    expect([first.isReplay, again.isReplay, quoted.isReplay]).toEqual([false, true, true])
    expect(again.body).toEqual(first.body)
    expect(quoted.body).toEqual(first.body)
    const stored = await sql`select from contact where firstname = 'Ida'`.execute(system())
    expect(stored.rows).toHaveLength(1)
  })

  test('is refused with another body, at another address, and with a file of other bytes', async () => {
    const key = newKey()
    expect((await post(t.acme.ann, createTag, key, { name: 'Early' })).http).toBe(200)
    const reused = { http: 409, code: 'idempotency_key_reused' }
    expect(refusal(await post(t.acme.ann, createTag, key, { name: 'Late' }))).toEqual(reused)
    expect(refusal(await post(t.acme.ann, createContact, key, { firstname: 'Late' }))).toEqual(reused)
    expect(await tagNames(t.acme.ann)).toEqual(['Early'])
  })

  test('belongs to its caller: a teammate, an API key and another organization use the same key freely', async () => {
    const key = newKey()
    const gus = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Gia', lastname: 'Acme', role: 'manager' })
    const program = await issueKey(t, ['inbox.reply', 'inbox.read'])
    const callers = [t.acme.ann, gus, program, t.beta.ann]
    for (const [at, caller] of callers.entries()) {
      const { http, isReplay } = await post(caller, createTag, key, { name: `Own ${at}` })
      expect({ at, http, isReplay }).toEqual({ at, http: 200, isReplay: false })
    }
    expect((await post(program, createTag, key, { name: 'Own 2' })).isReplay).toBe(true)
  })

  test('runs again after a refusal that changed nothing, so that the corrected call can keep its key', async () => {
    const key = newKey()
    const wrong = await post(t.acme.ann, sendMessage, key, { contactId: t.acme.bob.id, body: ' ' })
    expect(refusal(wrong).http).toBe(422)
    const right = await post(t.acme.ann, sendMessage, key, { contactId: t.acme.bob.id, body: 'Hello' })
    expect([right.http, right.isReplay]).toEqual([200, false])
  })

  test('of an upload compares the bytes, of a streamed file too', async () => {
    const picture = await photo()
    const upload = { path: '/file?name=a.jpg' } as AnyEndpoint
    const people = { path: `${startImport.path}?name=people.csv` } as AnyEndpoint
    const file = Buffer.from('First name,Cell\nAda,312-555-7799\n')
    for (const [endpoint, bytes] of [[upload, picture] as const, [people, file] as const]) {
      const key = newKey()
      const first = await post(t.acme.ann, endpoint, key, bytes)
      expect({ path: endpoint.path, http: first.http }).toEqual({ path: endpoint.path, http: 200 })
      const again = await post(t.acme.ann, endpoint, key, bytes)
      expect([again.isReplay, again.body]).toEqual([true, first.body])
      const other = await post(t.acme.ann, endpoint, key, Buffer.concat([bytes, Buffer.from('x')]))
      expect(refusal(other)).toEqual({ http: 409, code: 'idempotency_key_reused' })
    }
  })

  test('sent at the same time takes effect once; the others get its response or are asked to repeat', async () => {
    const key = newKey()
    const all = await Promise.all(Array.from({ length: 12 }, () => post(t.acme.ann, createTag, key, { name: 'Race' })))
    for (const sent of all) {
      if (sent.http === 200) continue
      expect(refusal(sent)).toEqual({ http: 409, code: 'idempotency_in_progress' })
      expect(sent.retryAfter).toBeGreaterThan(0)
    }
    expect(all.filter(({ http, isReplay }) => http === 200 && !isReplay)).toHaveLength(1)
    expect((await tagNames(t.acme.ann)).filter((name) => name === 'Race')).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  /** Leaves a call as a process does that died a minute ago. */
  const leave = async (key: string, hasEffect: boolean, claimedUntil: string) =>
    sql`insert into idempotent_call (org_id, user_id, key, claim_id, claimed_until, has_effect, created_at)
      values (${t.acme.id}, ${t.acme.ann.id}, ${key}, gen_random_uuid(), now() + ${claimedUntil}::interval, ${hasEffect}, now())`.execute(
      system(),
    )

  test('before the change leaves a key that a repeat can use once its claim expired', async () => {
    const [dead, alive] = [newKey(), newKey()]
    await leave(dead, false, '-1 second')
    await leave(alive, false, '1 minute')
    expect((await post(t.acme.ann, createTag, dead, { name: 'Taken over' })).http).toBe(200)
    expect(refusal(await post(t.acme.ann, createTag, alive, { name: 'Too early' })).code).toBe(
      'idempotency_in_progress',
    )
  })

  test('after the change leaves a key that says so and repeats nothing', async () => {
    const key = newKey()
    await leave(key, true, '-1 second')
    expect(refusal(await post(t.acme.ann, createTag, key, { name: 'Twice' }))).toEqual({
      http: 409,
      code: 'idempotency_lost',
    })
    expect(await tagNames(t.acme.ann)).not.toContain('Twice')
  })

  test('but only seems to, cannot commit after another took the call over', async () => {
    const scope = await scopeOf(t.acme.ann)
    const key = newKey()
    const late = callOnce(t.process.kernel, scope, { key, hash }, async () => {
      await sql`update idempotent_call set claim_id = gen_random_uuid() where key = ${key}`.execute(system())
      await scope.tx(async (tx) => tx.audit('tested.late', null))
      return '{}'
    })
    await expect(late).rejects.toThrow('another process took this call over')
    expect((await sql`select from audit_entry where action = 'tested.late'`.execute(system())).rows).toEqual([])
  })

  test('marks the effect in the transaction of the change', async () => {
    const scope = await scopeOf(t.acme.ann)
    const key = newKey()
    const marks: unknown[] = []
    const look = async () =>
      marks.push(
        ...(await sql`select has_effect, state from idempotent_call where key = ${key}`.execute(system())).rows,
      )
    await callOnce(t.process.kernel, scope, { key, hash }, async () => {
      await look()
      await scope.tx(async (tx) => tx.audit('tested.effect', null))
      await look()
      return '{}'
    })
    expect(marks).toEqual([
      { has_effect: false, state: 'running' },
      { has_effect: true, state: 'running' },
    ])
  })
})

test('a call that fails after a change keeps failing the same way instead of changing more', async () => {
  const key = newKey()
  let runs = 0
  const attempt = async () => {
    const scope = await scopeOf(t.acme.ann)
    return callOnce(t.process.kernel, scope, { key, hash }, async () => {
      runs += 1
      await scope.tx(async (tx) => tx.audit('tested.half', null))
      return fail('upstream')
    })
  }
  await expect(attempt()).rejects.toThrow('upstream')
  await expect(attempt()).rejects.toThrow('upstream')
  expect(runs).toBe(1)
})

test('responses are kept for 24 hours and encrypted, because some contain what is shown once', async () => {
  const key = newKey()
  await prove(t, t.acme.ann)
  const body = { name: 'Twice asked', permissions: ['contacts.read'] }
  const first = await post(t.acme.ann, createApiKey, key, body)
  expect((await post(t.acme.ann, createApiKey, key, body)).body).toEqual(first.body)
  const rows = await sql<{ text: string }>`select c::text as text from idempotent_call c`.execute(system())
  for (const { text } of rows.rows) expect(text).not.toContain(String(first.body['secret']))
  await sql`update idempotent_call set created_at = now() - interval '25 hours' where key = ${key}`.execute(system())
  expect((await post(t.acme.ann, createApiKey, key, { ...body, name: 'A day later' })).isReplay).toBe(false)
  await sql`update idempotent_call set created_at = now() - interval '25 hours' where key = ${key}`.execute(system())
  await pruneIdempotentCalls.run(t.process.kernel)
  expect((await sql`select from idempotent_call where key = ${key}`.execute(system())).rows).toEqual([])
})

test('keys that no client means are refused beside the name of the header', async () => {
  for (const key of ['', '""', 'two words', 'ñandú', 'x'.repeat(256), 'a,b, c']) {
    const answer = await post(t.acme.ann, createTag, Buffer.from(key, 'utf8').toString('latin1'), { name: 'Odd' })
    expect({ key, ...refusal(answer) }).toEqual({ key, http: 400, code: 'invalid' })
    expect(Object.keys(answer.body['fieldErrors'] as object)).toEqual(['Idempotency-Key'])
  }
})
