import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commonFailuresOf, type AnyEndpoint } from '@crewline/contract/endpoint'
import { apiError } from '@crewline/contract/envelope'
import { ROLES_BY_PERMISSION, Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHoliday } from '@crewline/contract/holidays'
import { createKeyword } from '@crewline/contract/keywords'
import { writeNote } from '@crewline/contract/notes'
import { createReply } from '@crewline/contract/replies'
import { createView } from '@crewline/contract/saved-views'
import { register } from '@crewline/contract/sign-up'
import { createTag } from '@crewline/contract/tags'
import { modules } from '../src/main/modules.ts'
import { queue } from '../src/modules/messages/index.ts'
import { systemScope } from '../src/modules/delivery/scope.ts'
import { makeOrg, makeUser, PASSWORD, type Org, type TestUser } from './kit/cast.ts'
import {
  callRaw,
  everyEndpoint,
  exampleOf,
  fieldsOf,
  hasId,
  type FieldShape,
  type ApiResponse,
  type Wire,
} from './kit/contract.ts'
import { everythingOf } from './kit/everything.ts'
import { photo, upload } from './kit/files.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

const endpoints = await everyEndpoint()
const guarded = endpoints.filter(([, endpoint]) => endpoint.session !== 'none')

let t: TestApp
let late: Org
beforeAll(async () => {
  t = await testApp()
  late = await makeOrg(t.process.kernel, 'Late', 3, { status: 'past_due' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const call = (token: string | null, endpoint: AnyEndpoint, wire: Wire = {}) =>
  callRaw(t.process.address, token, endpoint, wire)

/** Path parameters that fit, so that the route exists. */
function somewhere(endpoint: AnyEndpoint, id: string): Wire {
  return { params: Object.fromEntries(Object.keys(fieldsOf(endpoint.params).fields).map((name) => [name, id])) }
}

function expectRefusal(answer: ApiResponse, http: number, code: string): void {
  expect({ http: answer.http, code: answer.body['code'] }).toEqual({ http, code })
  expect(apiError.strict().safeParse(answer.body).error).toBeUndefined()
}

/** Open to every member regardless of role: the organization's settings and the member's own notifications. */
const OF_EVERY_TEAMMATE = [
  ...['organizationSettings', 'notificationPrefs', 'editNotificationPrefs', 'addPushDevice', 'removePushDevice'],
  ...['updates', 'seeUpdates', 'holidays'],
]

/** What must stay open so that a past-due organization can pay. */
const TO_PAY = [
  ...['billingContacts', 'editBilling', 'invoiceFile', 'invoiceList', 'openPortal', 'pastDueNotice', 'payInvoice'],
  ...['readBilling', 'startCheckout'],
]

/** What users may do with their own account, regardless of role. */
const ABOUT_ONESELF = [
  ...['disableMfa', 'editSettings', 'enableMfa', 'endOtherSessions', 'endSession', 'endViewing', 'leaveOrganization'],
  ...['logout', 'me', 'ownHoldings', 'ownLogIns', 'ownViewings', 'prove'],
  ...['renewBackupCodes', 'resendVerification', 'sendVerificationCode', 'sessions', 'setInfo', 'setUpMfa', 'switchOrg'],
  'verifyPhoneCode',
]

describe('contract and modules', () => {
  test('serves every endpoint from exactly one module, and nothing else', () => {
    const served = modules.flatMap((module) => module.routes ?? [])
    expect(served.map((route) => route.name).sort()).toEqual(endpoints.map(([name]) => name))
    for (const [name, endpoint] of endpoints)
      expect(served.find((route) => route.name === name)?.endpoint).toBe(endpoint)
    expect(new Set(endpoints.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length)
  })

  test('lists as refusals of an endpoint only its own, not those that follow from its kind', () => {
    const repeated = endpoints.flatMap(([name, endpoint]) =>
      endpoint.fails.filter((code) => commonFailuresOf(endpoint).includes(code)).map((code) => `${name}: ${code}`),
    )
    expect(repeated).toEqual([])
  })

  test('requires a permission for every session endpoint, except those about the account of the user or shared by all members', () => {
    const free = guarded.filter(([, endpoint]) => endpoint.can === undefined).map(([name]) => name)
    expect(free).toEqual([...ABOUT_ONESELF, ...OF_EVERY_TEAMMATE].sort())
  })

  test('calls every endpoint by name in another test', () => {
    const folders = ['../src', '.'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    const texts = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.sweep.test.ts'))
        .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
    )
    const untested = endpoints.filter(
      ([name]) => !texts.some((text) => new RegExp(`\\bcall\\(\\s*${name}\\b|\\b${name}\\.path\\b`).test(text)),
    )
    expect(untested.map(([name]) => name)).toEqual([])
  })
})

describe('an invalid session', () => {
  const invalidSessions: [what: string, token: () => Promise<string | null>][] = [
    ['no token', async () => null],
    ['an empty token', async () => ''],
    ['rubbish', async () => 'crew_rubbish'],
    ['SQL', async () => `' or 1=1 --`],
    ['ten thousand letters', async () => 'a'.repeat(10_000)],
    ['a revoked token', async () => spoiled('revoked_at = now()')],
    ['an expired token', async () => spoiled("expires_at = now() - interval '1 second'")],
    ['a token unused for 15 days', async () => spoiled("last_seen_at = now() - interval '15 days'")],
    ['a session that still waits for verification', async () => spoiled("kind = 'unverified'")],
    [
      'a person who was disabled',
      async () =>
        spoiled(undefined, (user) => sql`update user_account set deactivated_at = now() where id = ${user.id}`),
    ],
    [
      'a member who was removed',
      async () =>
        spoiled(undefined, (user) => sql`update member set status = 'deactivated' where user_id = ${user.id}`),
    ],
    [
      'an organization that was closed',
      async () => {
        const closed = await makeOrg(t.process.kernel, 'Closed', 4)
        await sql`update organization set status = 'closed' where id = ${closed.id}`.execute(system())
        return closed.ann.token
      },
    ],
  ]

  async function spoiled(change?: string, makeChange?: (person: TestUser) => ReturnType<typeof sql>): Promise<string> {
    const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Eve', lastname: 'Gone', role: 'owner' })
    if (change) await sql`update session set ${sql.raw(change)} where user_id = ${user.id}`.execute(system())
    if (makeChange) await makeChange(user).execute(system())
    return user.token
  }

  test.each(invalidSessions)('is refused everywhere with 403 session_invalid: %s', async (_description, make) => {
    const token = await make()
    for (const [, endpoint] of guarded)
      expectRefusal(await call(token, endpoint, somewhere(endpoint, t.acme.bob.id)), 403, 'session_invalid')
  })

  test('refuses the token of a registration with 422 email_unverified, so that the browser is not logged out', async () => {
    const body = { firstname: 'Nora', lastname: 'New', email: 'nora@access.example', password: PASSWORD }
    const registered = await t.as(null).call(register, { body })
    const token = registered.body.unverifiedToken ?? ''
    for (const [, endpoint] of guarded.filter(([, { session }]) => session === 'full'))
      expectRefusal(await call(token, endpoint, somewhere(endpoint, t.acme.bob.id)), 422, 'email_unverified')
  })

  test('refuses a token that is not sent as a bearer token', async () => {
    const token = t.acme.ann.token
    for (const [, endpoint] of guarded) {
      for (const headers of [
        { authorization: token },
        { authorization: `Basic ${token}` },
        { authorization: `bearer${token}` },
        { cookie: `token=${token}` },
        { 'x-token': token },
      ] as Record<string, string>[])
        expectRefusal(
          await call(null, endpoint, { ...somewhere(endpoint, t.acme.bob.id), headers }),
          403,
          'session_invalid',
        )
    }
  })
})

describe('a past-due organization', () => {
  test.each(guarded)('%s is refused or allowed as declared', async (_name, endpoint) => {
    // A new user each time, because the log-out endpoint ends its session.
    const user = await makeUser(t.process.kernel, late.id, { firstname: 'Pat', lastname: 'Due', role: 'owner' })
    const answer = await call(user.token, endpoint, somewhere(endpoint, late.bob.id))
    if (endpoint.pastDue === 'blocked') {
      expectRefusal(answer, 401, 'past_due')
      expect(answer.body['message']).toBe('past_due')
    } else {
      expect([401, 403]).not.toContain(answer.http)
    }
  })

  test('allows only endpoints about the account of the user, and to pay', () => {
    const allowed = guarded.filter(([, endpoint]) => endpoint.pastDue === 'allowed').map(([name]) => name)
    expect(allowed).toEqual([...TO_PAY, ...ABOUT_ONESELF].sort())
  })
})

describe('roles', () => {
  const cells = guarded.flatMap(([name, endpoint]) => Role.options.map((role) => ({ name, role, endpoint })))

  test.each(cells)('$name as $role', async ({ endpoint, role }) => {
    const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Rob', lastname: 'Role', role })
    const answer = await call(user.token, endpoint, somewhere(endpoint, t.acme.bob.id))
    expect(answer.http).not.toBe(403)
    if (endpoint.can && !ROLES_BY_PERMISSION[endpoint.can].includes(role)) expectRefusal(answer, 422, 'not_permitted')
    else expect(answer.body['code']).not.toBe('not_permitted')
  })

  test('applies a removed role from the next call', async () => {
    const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Rob', lastname: 'Fell', role: 'owner' })
    const edit = endpoints.find(([name]) => name === 'editContact')?.[1] as AnyEndpoint
    const request: Wire = { query: [['id', t.acme.bob.id]], body: '{}' }
    expect((await call(user.token, edit, request)).http).toBe(200)
    await sql`update member set role = 'viewer' where user_id = ${user.id}`.execute(system())
    expectRefusal(await call(user.token, edit, request), 422, 'not_permitted')
  })
})

describe('ids of another organization', () => {
  /** Ids of nothing that exists: chosen by the caller, or only marking a position in time. */
  const NAMES_NOTHING = new Set([
    ...['sendMessage.clientMessageId', 'sendMessage.seenMessageId', 'writeNote.clientMessageId'],
    ...['conversation.before', 'conversation.after', 'conversation.around'],
    // Texts that are not in the list are kept in no case.
    ...['restoredTexts.after'],
    // A file with only its header.
    ...['exportAudit.objectId'],
    // Missing ids are neither changed nor excluded.
    ...['bulkConversations.ids', 'bulkConversations.excludedIds'],
    ...['moveContacts.contacts', 'moveContacts.excludedIds', 'createGroup.contacts', 'createGroup.excludedIds'],
    ...['bulkContacts', 'countContacts', 'exportContacts'].flatMap((name) => [
      `${name}.contacts`,
      `${name}.excludedIds`,
    ]),
  ])
  /** Ids that only narrow the caller's own list: an unknown id gives an empty list. */
  const FILTERS = new Set([
    ...['conversations.id', 'conversations.groupIds', 'conversations.tagIds', 'conversations.assigneeId'],
    ...['groupContacts.id', 'team.id', 'pageBroadcasts.id', 'previewBroadcast.contactId', 'broadcastNames.runIds'],
    ...['scheduledMessages.contactId', 'searchMessages.contactId', 'searchMessages.senderId', 'auditEntries.objectId'],
  ])

  const fields = guarded.flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      Object.entries(fieldsOf(endpoint[part]).fields)
        // The id of a new draft is made by the client and names nothing yet.
        .filter(([key, field]) => hasId(field) && !(name === 'createBroadcast' && key === 'id'))
        .map(([field, shape]) => ({ name, endpoint, part, field, shape, key: `${name}.${field}` })),
    ),
  )
  type Cell = (typeof fields)[number]
  let foreign: Record<string, string>
  let asker: TestUser
  let cellCount = 0

  beforeAll(async () => {
    const { kernel } = t.process
    const ids = { group: kernel.world.id(), message: kernel.world.id() }
    const beta = kernel.database.ofOrg(t.beta.id)
    await sql`insert into contact_group (org_id, id, name, contact_count, created_at) values (${t.beta.id}, ${ids.group}, 'Beta nights', 1, now())`.execute(
      beta,
    )
    await sql`insert into group_member (org_id, group_id, contact_id, last_at) values (${t.beta.id}, ${ids.group}, ${t.beta.bob.id}, now())`.execute(
      beta,
    )
    const { scope } = await systemScope(kernel, t.beta.id, 'test')
    await scope.tx((tx) =>
      queue(tx, 1, [
        {
          ...{ id: ids.message, contactId: t.beta.bob.id, lineId: t.beta.line.id, from: t.beta.line.phone },
          ...{ to: t.beta.bob.phone, body: 'Secret of Beta', kind: 'text', senderId: t.beta.ann.id },
        },
      ]),
    )
    await t.drain()
    const api = t.as(t.beta.ann)
    const { bob } = t.beta
    const reply = { name: 'Beta hours', shortcut: 'hours', body: 'Of Beta', shared: true }
    const view = { name: 'Beta view', shared: true, status: 'open' as const, search: '', groupIds: [], tagIds: [] }
    foreign = {
      ...{ contact: bob.id, group: ids.group, message: ids.message, organization: t.beta.id },
      ...{ person: t.beta.ann.id, line: t.beta.line.id },
      file: (await upload(t, t.beta.ann, await photo(), 'Beta.jpg')).body.file.id,
      note: (await api.call(writeNote, { body: { contactId: bob.id, body: 'Of Beta', mentions: [] } })).body.message.id,
      tag: (await api.call(createTag, { body: { name: 'Beta' } })).body.tag.id,
      reply: (await api.call(createReply, { body: reply })).body.reply.id,
      keyword: (await api.call(createKeyword, { body: { word: 'menu', match: 'only', reply: 'Of Beta' } })).body.keyword
        .id,
      holiday: (await api.call(createHoliday, { body: { name: 'Beta day', from: '2026-12-25', to: '2026-12-25' } }))
        .body.holidays[0]!.id,
      view: (await api.call(createView, { body: view })).body.view.id,
    }
  })

  /** Builds a request that is valid except for one field. */
  function wireWith({ endpoint, part, field }: Cell, id: string): Wire {
    const fill = (which: 'params' | 'query' | 'body') => {
      const shape = fieldsOf(endpoint[which])
      const filled: Record<string, unknown> = {}
      for (const name of shape.required) filled[name] = sample(name, shape.fields[name] as FieldShape)
      if (which === part) filled[field] = (shape.fields[field] as FieldShape).items ? [id] : id
      return filled
    }
    return {
      params: fill('params') as Record<string, string>,
      query: Object.entries(fill('query')).map(([name, value]) => [name, String(value)]),
      ...(endpoint.body.def.type === 'undefined' ? {} : { body: JSON.stringify(fill('body')) }),
    }
  }

  const sample = (name: string, field: FieldShape): unknown => {
    if (name === 'email') return 'somebody@test.example'
    if (name === 'timeZone') return 'America/Chicago'
    return exampleOf(field, t.acme.bob.id)
  }

  test.each(fields)('answers as for an unknown id and changes nothing: $key', async (cell) => {
    const before = await everythingOf(system(), t.beta.id)
    // Sessions and members are rate limited, so the caller changes.
    if (cellCount++ % 4 === 0)
      asker = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ann', lastname: 'Acme', role: 'owner' })
    const { token } = asker
    const unknown = await call(token, cell.endpoint, wireWith(cell, t.process.kernel.world.id()))
    const answers: [string, ApiResponse][] = []
    for (const [kind, id] of Object.entries(foreign))
      answers.push([kind, await call(token, cell.endpoint, wireWith(cell, id))])
    const timeless = (answer: ApiResponse) => ({ ...answer.body, requestId: undefined })
    for (const [, answer] of answers) {
      expect(answer.text).not.toContain('Beta')
      if (cell.key === 'sendMessage.organizationId') expectRefusal(answer, 409, 'wrong_organization')
      else if (cell.field === 'mediaIds') expectRefusal(answer, 404, 'file_unknown')
      else if (FILTERS.has(cell.key))
        expect({
          http: answer.http,
          found: answer.body['data'] ?? answer.body['results'] ?? answer.body['names'],
        }).toEqual({
          http: 200,
          found: [],
        })
      // A key already used by messages is not free for a note, and neither is the name of a group created a moment ago.
      else if (cell.key === 'writeNote.clientMessageId' || cell.name === 'createGroup')
        expect([200, 409]).toContain(answer.http)
      // Its id is new for each text; without a sample line there is nothing to answer.
      else if (cell.key === 'answerAsSample.clientMessageId') expect([200, 404]).toContain(answer.http)
      else if (NAMES_NOTHING.has(cell.key)) expect(answer.http).toBe(200)
      else expectRefusal(answer, 404, 'not_found')
      if (!NAMES_NOTHING.has(cell.key)) expect(timeless(answer)).toEqual(timeless(unknown))
    }
    expect(await everythingOf(system(), t.beta.id)).toEqual(before)
  })

  test('takes the organization and the role from the session, never from a body field', async () => {
    // The role of an invited or changed person, never above the caller's own.
    const AWARDED = new Set(['inviteMember.role', 'changeMember.role', 'setInfo.organization'])
    let asker = t.acme.ann
    for (const [nth, [name, endpoint]] of guarded.entries()) {
      // Sessions are rate limited, and this test calls each endpoint eight times.
      if (nth % 40 === 0)
        asker = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ann', lastname: 'Acme', role: 'owner' })
      const shape = fieldsOf(endpoint.body)
      const owned = Object.keys(shape.fields).filter(
        (field) =>
          /^(org|organization|orgId|org_id|role|token|createdAt)$/i.test(field) && !AWARDED.has(`${name}.${field}`),
      )
      expect({ name, owned }).toEqual({ name, owned: [] })
      if (endpoint.body.def.type === 'undefined') continue
      for (const extra of ['orgId', 'org_id', 'role', 'isAdmin', 'id', 'createdAt', 'token', 'constructor']) {
        if (extra in shape.fields) continue
        const answer = await call(asker.token, endpoint, {
          ...somewhere(endpoint, t.acme.bob.id),
          query: Object.entries(fieldsOf(endpoint.query).fields)
            .filter(([, field]) => hasId(field))
            .map(([field]) => [field, t.acme.bob.id]),
          body: JSON.stringify({ [extra]: t.beta.id }),
        })
        expectRefusal(answer, 400, 'invalid')
        expect(Object.keys(answer.body['fieldErrors'] as object)).toContain(extra)
      }
    }
  })
})
