import { startViewing } from '@crewline/contract/viewing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callRaw, everyEndpoint, exampleOf, fieldsOf, type FieldShape, type Wire } from './kit/contract.ts'
import { everythingOf } from './kit/everything.ts'
import { testApp, type TestApp } from './kit/test-app.ts'
import type { AnyEndpoint } from '@crewline/contract/endpoint'

const guarded = (await everyEndpoint()).filter(([, endpoint]) => endpoint.session !== 'none')

/** What ends the viewing itself. */
const ENDS = new Set(['endViewing'])

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

async function viewingOfAdmin(): Promise<string> {
  await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system())
  const admin = await sql<{ id: string }>`
    update member set role = 'admin' where org_id = ${t.acme.id} and user_id = ${t.acme.gus.id} returning id`.execute(
    system(),
  )
  const { body } = await t.as(t.acme.ann).call(startViewing, { body: { memberId: admin.rows[0]!.id } })
  return body.token
}

/** A request with every part that the endpoint requires. */
function complete(endpoint: AnyEndpoint): Wire {
  const fill = (part: 'params' | 'query' | 'body') => {
    const { fields, required } = fieldsOf(endpoint[part])
    return Object.fromEntries(
      required.map((name) => [name, exampleOf(fields[name] as FieldShape, t.acme.bob.id)] as [string, unknown]),
    )
  }
  return {
    params: fill('params') as Record<string, string>,
    query: Object.entries(fill('query')).map(([name, value]) => [name, String(value)]),
    ...(endpoint.body.def.type === 'undefined' ? {} : { body: JSON.stringify(fill('body')) }),
  }
}

test('refuses every change, file, secret and personal setting while a member views, and changes nothing', async () => {
  const token = await viewingOfAdmin()
  const before = await everythingOf(system(), t.acme.id)
  const answers: Record<string, unknown> = {}
  for (const [name, endpoint] of guarded) {
    if (ENDS.has(name)) continue
    const { http, body } = await callRaw(t.process.address, token, endpoint, complete(endpoint))
    const code = endpoint.method === 'GET' ? 'viewing_hidden' : 'viewing_only'
    if (endpoint.viewing === 'refused') expect({ name, http, code: body['code'] }).toEqual({ name, http: 422, code })
    else
      answers[name] = [
        http >= 500,
        ['viewing_only', 'viewing_hidden', 'session_invalid'].includes(String(body['code'])),
      ]
  }
  expect(Object.entries(answers).filter(([, answer]) => String(answer) !== 'false,false')).toEqual([])
  expect(await everythingOf(system(), t.acme.id)).toEqual(before)
})

test('lets a view read only what is neither personal nor secret nor a file', () => {
  const allowed = guarded.filter(([, { viewing, method }]) => viewing === 'allowed' && method !== 'GET')
  expect(allowed.map(([name]) => name)).toEqual([
    ...['countContacts', 'countConversations', 'countRecipients', 'endViewing', 'listChosen'],
    ...['previewBroadcast', 'previewFilter', 'previewForm', 'previewNews'],
  ])
  const personal = new Set([
    'apiKeys',
    'notificationPrefs',
    'ownViewings',
    'readDraft',
    'scimTokens',
    'sessions',
    'ssoSettings',
    'updates',
    'webhooks',
    'personalData',
  ])
  const seen = guarded.filter(([name, { viewing }]) => personal.has(name) && viewing !== 'refused')
  expect(seen).toEqual([])
})
