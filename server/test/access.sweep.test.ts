import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { apiError } from '@crewline/contract/envelope'
import { HOLDERS, Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHoliday } from '@crewline/contract/holidays'
import { createKeyword } from '@crewline/contract/keywords'
import { writeNote } from '@crewline/contract/notes'
import { createReply } from '@crewline/contract/replies'
import { createView } from '@crewline/contract/saved-views'
import { createTag } from '@crewline/contract/tags'
import { rooms } from '../src/main/rooms.ts'
import { queue } from '../src/modules/messages/index.ts'
import { systemScope } from '../src/modules/delivery/scope.ts'
import { makeOrg, makePerson, type Org, type Person } from './kit/cast.ts'
import {
  callRaw,
  everyEndpoint,
  exampleOf,
  fieldsOf,
  holdsId,
  type FieldShape,
  type Heard,
  type Wire,
} from './kit/contract.ts'
import { everythingOf } from './kit/everything.ts'
import { photo, upload } from './kit/files.ts'
import { house, type House } from './kit/house.ts'

const endpoints = await everyEndpoint()
const guarded = endpoints.filter(([, endpoint]) => endpoint.session !== 'none')

let t: House
let late: Org
beforeAll(async () => {
  t = await house()
  late = await makeOrg(t.process.kernel, 'Late', 3, { standing: 'past_due' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const call = (token: string | null, endpoint: AnyEndpoint, wire: Wire = {}) =>
  callRaw(t.process.address, token, endpoint, wire)

/** Parameters that fit, so that the path exists. */
function somewhere(endpoint: AnyEndpoint, id: string): Wire {
  return { params: Object.fromEntries(Object.keys(fieldsOf(endpoint.params).fields).map((name) => [name, id])) }
}

function expectRefusal(answer: Heard, http: number, code: string): void {
  expect({ http: answer.http, code: answer.body['code'] }).toEqual({ http, code })
  expect(apiError.strict().safeParse(answer.body).error).toBeUndefined()
}

/** What every teammate works by, whatever their role: what the organization has decided, and what they themselves hear of. */
const OF_EVERY_TEAMMATE = [
  ...['organizationSettings', 'notificationPrefs', 'editNotificationPrefs', 'addPushDevice', 'removePushDevice'],
  ...['updates', 'seeUpdates', 'holidays'],
]

/** What anybody may do with their own account, whatever their role. */
const ABOUT_ONESELF = [
  ...['disableMfa', 'editSettings', 'enableMfa', 'endOtherSessions', 'endSession', 'logout', 'me', 'prove'],
  ...['renewBackupCodes', 'resendVerification', 'sendVerificationCode', 'sessions', 'setInfo', 'setUpMfa', 'switchOrg'],
  'verifyPhoneCode',
]

describe('the contract and the rooms', () => {
  test('every endpoint is served by exactly one room, and no room serves anything else', () => {
    const served = rooms.flatMap((room) => room.routes ?? [])
    expect(served.map((one) => one.name).sort()).toEqual(endpoints.map(([name]) => name))
    for (const [name, endpoint] of endpoints) expect(served.find((one) => one.name === name)?.endpoint).toBe(endpoint)
    expect(new Set(endpoints.map(([, one]) => `${one.method} ${one.path}`)).size).toBe(endpoints.length)
  })

  test('every endpoint that takes a session asks for a permission, except those about oneself', () => {
    const free = guarded.filter(([, endpoint]) => endpoint.can === undefined).map(([name]) => name)
    expect(free).toEqual([...ABOUT_ONESELF, ...OF_EVERY_TEAMMATE].sort())
  })

  test('every endpoint is called by name in some test beside this one', () => {
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

describe('a session that is not one', () => {
  const dead: [what: string, token: () => Promise<string | null>][] = [
    ['no token', async () => null],
    ['an empty token', async () => ''],
    ['rubbish', async () => 'crew_rubbish'],
    ['SQL', async () => `' or 1=1 --`],
    ['ten thousand letters', async () => 'a'.repeat(10_000)],
    ['a revoked token', async () => spoiled('revoked_at = now()')],
    ['an expired token', async () => spoiled("expires_at = now() - interval '1 second'")],
    ['a token nobody used for 15 days', async () => spoiled("last_seen_at = now() - interval '15 days'")],
    ['a session that still waits for verification', async () => spoiled("kind = 'unverified'")],
    [
      'a person who was disabled',
      async () => spoiled(undefined, (person) => sql`update person set deactivated_at = now() where id = ${person.id}`),
    ],
    [
      'a member who was removed',
      async () =>
        spoiled(undefined, (person) => sql`update member set status = 'deactivated' where person_id = ${person.id}`),
    ],
    [
      'an organization that was closed',
      async () => {
        const closed = await makeOrg(t.process.kernel, 'Closed', 4)
        await sql`update organization set standing = 'closed' where id = ${closed.id}`.execute(system())
        return closed.ann.token
      },
    ],
  ]

  async function spoiled(change?: string, act?: (person: Person) => ReturnType<typeof sql>): Promise<string> {
    const person = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Eve', lastname: 'Gone', role: 'owner' })
    if (change) await sql`update session set ${sql.raw(change)} where person_id = ${person.id}`.execute(system())
    if (act) await act(person).execute(system())
    return person.token
  }

  test.each(dead)('%s opens nothing: 403 session_invalid everywhere', async (_what, make) => {
    const token = await make()
    for (const [, endpoint] of guarded)
      expectRefusal(await call(token, endpoint, somewhere(endpoint, t.acme.bob.id)), 403, 'session_invalid')
  })

  test('a token that does not come as a bearer opens nothing', async () => {
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

describe('an organization past due', () => {
  test.each(guarded)('%s keeps its word', async (_name, endpoint) => {
    // Log-out really ends the session it is tried with.
    const person = await makePerson(t.process.kernel, late.id, { firstname: 'Pat', lastname: 'Due', role: 'owner' })
    const answer = await call(person.token, endpoint, somewhere(endpoint, late.bob.id))
    if (endpoint.pastDue === 'blocked') {
      expectRefusal(answer, 401, 'past_due')
      expect(answer.body['message']).toBe('past_due')
    } else {
      expect([401, 403]).not.toContain(answer.http)
    }
  })

  test('only what is about oneself goes on', () => {
    expect(guarded.filter(([, one]) => one.pastDue === 'allowed').map(([name]) => name)).toEqual(ABOUT_ONESELF)
  })
})

describe('roles', () => {
  const cells = guarded.flatMap(([name, endpoint]) => Role.options.map((role) => ({ name, role, endpoint })))

  test.each(cells)('$name as $role', async ({ endpoint, role }) => {
    const person = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Rob', lastname: 'Role', role })
    const answer = await call(person.token, endpoint, somewhere(endpoint, t.acme.bob.id))
    expect(answer.http).not.toBe(403)
    if (endpoint.can && !HOLDERS[endpoint.can].includes(role)) expectRefusal(answer, 422, 'not_permitted')
    else expect(answer.body['code']).not.toBe('not_permitted')
  })

  test('a role taken away counts with the next call', async () => {
    const person = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Rob', lastname: 'Fell', role: 'owner' })
    const edit = endpoints.find(([name]) => name === 'editContact')?.[1] as AnyEndpoint
    const ask: Wire = { query: [['id', t.acme.bob.id]], body: '{}' }
    expect((await call(person.token, edit, ask)).http).toBe(200)
    await sql`update member set role = 'viewer' where person_id = ${person.id}`.execute(system())
    expectRefusal(await call(person.token, edit, ask), 422, 'not_permitted')
  })
})

describe('ids of another organization', () => {
  /** Ids that name nothing that exists: the caller makes them up, or they only mark a place in time. */
  const NAMES_NOTHING = new Set([
    ...['sendMessage.clientMessageId', 'sendMessage.seenMessageId', 'writeNote.clientMessageId'],
    ...['conversation.before', 'conversation.after', 'conversation.around'],
    // What is not there is neither changed nor left out.
    ...['bulkConversations.ids', 'bulkConversations.excludedIds'],
    ...['regroupPeople.contacts', 'regroupPeople.excludedIds', 'createGroup.contacts', 'createGroup.excludedIds'],
    ...['bulkContacts', 'countContacts', 'exportContacts'].flatMap((name) => [
      `${name}.contacts`,
      `${name}.excludedIds`,
    ]),
  ])
  /** Ids that only narrow a list of one's own: whatever matches nothing shows nothing. */
  const FILTERS = new Set([
    ...['conversations.id', 'conversations.groupIds', 'conversations.tagIds', 'conversations.assigneeId'],
    ...['groupContacts.id', 'team.id'],
    ...['scheduledMessages.contactId', 'searchMessages.contactId', 'searchMessages.senderId'],
  ])

  const fields = guarded.flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      Object.entries(fieldsOf(endpoint[part]).fields)
        .filter(([, field]) => holdsId(field))
        .map(([field, shape]) => ({ name, endpoint, part, field, shape, key: `${name}.${field}` })),
    ),
  )
  type Cell = (typeof fields)[number]
  let foreign: Record<string, string>
  let asker: Person
  let cellsAsked = 0

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

  /** A request that would be right, but for one field. */
  function wireWith({ endpoint, part, field }: Cell, id: string): Wire {
    const fill = (which: 'params' | 'query' | 'body') => {
      const said = fieldsOf(endpoint[which])
      const filled: Record<string, unknown> = {}
      for (const name of said.required) filled[name] = sample(name, said.fields[name] as FieldShape)
      if (which === part) filled[field] = (said.fields[field] as FieldShape).items ? [id] : id
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

  test.each(fields)('$key: as unknown as one that never was, and untouched', async (cell) => {
    const before = await everythingOf(system(), t.beta.id)
    // One session may call so often in a minute, and one member send.
    if (cellsAsked++ % 4 === 0)
      asker = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Ann', lastname: 'Acme', role: 'owner' })
    const { token } = asker
    const unknown = await call(token, cell.endpoint, wireWith(cell, t.process.kernel.world.id()))
    const answers: [string, Heard][] = []
    for (const [kind, id] of Object.entries(foreign))
      answers.push([kind, await call(token, cell.endpoint, wireWith(cell, id))])
    const timeless = (answer: Heard) => ({ ...answer.body, requestId: undefined })
    for (const [, answer] of answers) {
      expect(answer.text).not.toContain('Beta')
      if (cell.key === 'sendMessage.organizationId') expectRefusal(answer, 409, 'wrong_organization')
      else if (cell.key === 'sendMessage.mediaIds') expectRefusal(answer, 404, 'file_unknown')
      else if (FILTERS.has(cell.key))
        expect({ http: answer.http, found: answer.body['data'] ?? answer.body['results'] }).toEqual({
          http: 200,
          found: [],
        })
      // A key that texts have used already is not free for a note.
      // Nor is the name of a group made a moment ago.
      else if (cell.key === 'writeNote.clientMessageId' || cell.name === 'createGroup')
        expect([200, 409]).toContain(answer.http)
      else if (NAMES_NOTHING.has(cell.key)) expect(answer.http).toBe(200)
      else expectRefusal(answer, 404, 'not_found')
      if (!NAMES_NOTHING.has(cell.key)) expect(timeless(answer)).toEqual(timeless(unknown))
    }
    expect(await everythingOf(system(), t.beta.id)).toEqual(before)
  })

  test('no field of a body says whose it is: the session does', async () => {
    // The role of whoever is invited, never above the inviter's own.
    const AWARDED = new Set(['inviteMember.role', 'setInfo.organization'])
    let asker = t.acme.ann
    for (const [nth, [name, endpoint]] of guarded.entries()) {
      // One session may call so often in a minute, and this calls each endpoint eight times.
      if (nth % 40 === 0)
        asker = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Ann', lastname: 'Acme', role: 'owner' })
      const said = fieldsOf(endpoint.body)
      const owned = Object.keys(said.fields).filter(
        (field) =>
          /^(org|organization|orgId|org_id|role|token|createdAt)$/i.test(field) && !AWARDED.has(`${name}.${field}`),
      )
      expect({ name, owned }).toEqual({ name, owned: [] })
      if (endpoint.body.def.type === 'undefined') continue
      for (const extra of ['orgId', 'org_id', 'role', 'isAdmin', 'id', 'createdAt', 'token', 'constructor']) {
        const answer = await call(asker.token, endpoint, {
          ...somewhere(endpoint, t.acme.bob.id),
          query: Object.entries(fieldsOf(endpoint.query).fields)
            .filter(([, field]) => holdsId(field))
            .map(([field]) => [field, t.acme.bob.id]),
          body: JSON.stringify({ [extra]: t.beta.id }),
        })
        expectRefusal(answer, 400, 'invalid')
        expect(Object.keys(answer.body['fieldErrors'] as object)).toContain(extra)
      }
    }
  })
})
