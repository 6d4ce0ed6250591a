import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { saveDraft } from '@crewline/contract/drafts'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import type { ContactUpdated, MessageStatus, Notifications, OutgoingMessage } from '@crewline/contract/events'
import { groupValues } from '@crewline/contract/groups'
import { groupContacts } from '@crewline/contract/audience'
import {
  archiveConversation,
  conversation,
  conversations,
  readConversation,
  tagConversation,
} from '@crewline/contract/inbox'
import { cancelScheduled } from '@crewline/contract/later'
import { sendMessage } from '@crewline/contract/messages'
import { writeNote } from '@crewline/contract/notes'
import { createView, savedViews } from '@crewline/contract/saved-views'
import { searchMessages } from '@crewline/contract/search'
import { createTag, tags } from '@crewline/contract/tags'
import { inviteMember, team } from '@crewline/contract/team'
import { voicemails } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser, type TestContact } from './kit/cast.ts'
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

/** Part of every name and text that a limited member must never see. */
const CANARY = 'Canary'

const guarded = (await everyEndpoint()).filter(([, endpoint]) => endpoint.session !== 'none')

let t: TestApp
/** An agent and a manager limited to the group Mine, which contains Bob. Bob is also in a group they cannot see. */
let sam: TestUser
let max: TestUser
/** A contact they cannot see. */
let cat: TestContact
let hidden: Record<string, string>
let mine: string

beforeAll(async () => {
  t = await testApp()
  const { kernel } = t.process
  const { acme } = t
  cat = await makeContact(kernel, acme.id, CANARY, '+14155550177')
  mine = await makeGroup(kernel, acme.id, 'Mine', [acme.bob.id])
  const group = await makeGroup(kernel, acme.id, `${CANARY} crew`, [cat.id, acme.cat.id, acme.bob.id])
  sam = await makeUser(kernel, acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  max = await makeUser(kernel, acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  for (const user of [sam, max]) await limitTo(kernel, user, [mine])
  await limitTo(kernel, acme.vic, [group])
  const ann = t.as(acme.ann)
  await ann.call(inviteMember, { body: { email: 'new@test.example', role: 'agent', groupIds: [group] } })
  await t.carrier.texts(cat.phone, `${CANARY} calling`, acme.line.phone)
  await t.carrier.texts(acme.bob.phone, 'Bob calling', acme.line.phone)
  await t.until(async () => (await ann.call(conversations)).body.unreadTotal === 2)
  const file = (await upload(t, acme.ann, await photo(), `${CANARY}.jpg`)).body.file.id
  const unsent = (await upload(t, acme.ann, await photo(), `${CANARY}.jpg`)).body.file.id
  const sent = await ann.call(sendMessage, { body: { contactId: cat.id, body: `For ${CANARY}`, mediaIds: [file] } })
  const note = await ann.call(writeNote, { body: { contactId: cat.id, body: `About ${CANARY}`, mentions: [] } })
  await ann.call(saveDraft, { body: { contactId: cat.id, body: `Draft for ${CANARY}` } })
  const tag = (await ann.call(createTag, { body: { name: 'Urgent' } })).body.tag.id
  await ann.call(tagConversation, { query: { id: cat.id }, body: { add: [tag], remove: [] } })
  const view = await ann.call(createView, {
    body: { name: `${CANARY} view`, shared: true, status: 'open', search: '', groupIds: [group], tagIds: [] },
  })
  await t.carrier.calls(cat.phone, acme.line.phone, { seconds: 3 })
  const [voicemail] = await t.until(async () => {
    const { data } = (await ann.call(voicemails)).body
    return data.length > 0 && data
  })
  await settled()
  hidden = {
    ...{ contact: cat.id, group, message: sent.body.message.id, elsewhere: t.beta.bob.id, file, unsent },
    ...{ note: note.body.message.id, view: view.body.view.id, voicemail: voicemail?.id ?? '' },
  }
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every row')

describe('ids out of sight', () => {
  /** Ids chosen by the caller, or only marking a position in time. */
  const NAMES_NOTHING = new Set([
    // A new group contains only visible contacts, here none; its name is taken the second time.
    ...['createGroup.contacts', 'createGroup.excludedIds'],
    ...['sendMessage.clientMessageId', 'sendMessage.seenMessageId'],
    'writeNote.clientMessageId',
    'bulkConversations.excludedIds',
    // A bulk action has a new id and time, whatever its contacts.
    ...['bulkContacts.contacts', 'bulkContacts.excludedIds'],
    ...['conversation.before', 'conversation.after', 'conversation.around'],
  ])

  const cells = guarded.flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      Object.entries(fieldsOf(endpoint[part]).fields)
        // The id of a new draft is made by the client and names nothing yet.
        .filter(([key, field]) => hasId(field) && !(name === 'createBroadcast' && key === 'id'))
        .map(([field]) => ({ name, endpoint, part, field, key: `${name}.${field}` })),
    ),
  )

  /** Builds a request that is valid except for one field. */
  function wireWith({ endpoint, part, field }: (typeof cells)[number], id: string): Wire {
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
    if (field.format === 'uuid') return t.acme.bob.id
    if (name === 'email') return 'somebody@test.example'
    return exampleOf(field, t.acme.bob.id)
  }

  let uses = 0
  let askers: TestUser[] = []
  /** Returns an agent and a manager like Sam and Max, renewed regularly because sessions are rate limited. */
  async function likeThem(): Promise<TestUser[]> {
    if (uses++ % 4 > 0) return askers
    askers = []
    for (const role of ['agent', 'manager'] as const) {
      const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lou', lastname: 'Acme', role })
      await limitTo(t.process.kernel, user, [mine])
      askers.push(user)
    }
    return askers
  }

  test.each(cells)('answers as for an unknown id and changes nothing: $key', async (cell) => {
    for (const user of await likeThem()) {
      const request = (id: string) => callRaw(t.process.address, user.token, cell.endpoint, wireWith(cell, id))
      const before = await everythingOf(system(), t.acme.id)
      const unknown = await request(t.process.kernel.world.id())
      for (const [kind, id] of Object.entries(hidden)) {
        const answer = await request(id)
        expect({ kind, text: answer.text }).not.toMatchObject({ text: expect.stringContaining(CANARY) as string })
        expect(answer.http).toBeLessThan(500)
        if (NAMES_NOTHING.has(cell.key)) continue
        expect({ kind, http: answer.http, ...timeless(answer) }).toEqual({
          kind,
          http: unknown.http,
          ...timeless(unknown),
        })
      }
      if (NAMES_NOTHING.has(cell.key)) await settled()
      else expect(await everythingOf(system(), t.acme.id)).toEqual(before)
    }
  })

  const timeless = ({ body }: ApiResponse) => ({ ...body, requestId: undefined })
})

describe('lists and counts', () => {
  const listEndpoints = guarded.filter(
    ([, endpoint]) => endpoint.method === 'GET' && fieldsOf(endpoint.params).required.length === 0,
  )

  test.each(listEndpoints)('shows nothing out of scope at %s', async (_name, endpoint: AnyEndpoint) => {
    for (const user of [sam, max]) {
      for (const search of ['', CANARY, cat.phone.slice(-7)]) {
        const searches = Object.keys(fieldsOf(endpoint.query).fields).includes('search')
        const answer = await callRaw(t.process.address, user.token, endpoint, {
          query: searches ? [['search', search]] : [],
        })
        expect(answer.http).toBeLessThan(500)
        expect(answer.text).not.toContain(CANARY)
        expect(answer.text).not.toContain(cat.id)
      }
    }
  })

  test('counts only what is in sight', async () => {
    for (const user of [sam, max]) {
      const api = t.as(user)
      const list = (await api.call(conversations)).body
      expect(list).toMatchObject({ unreadTotal: 1, data: [{ id: t.acme.bob.id }] })
      expect((await api.call(conversations, { query: { search: CANARY } })).body.data).toEqual([])
      expect((await api.call(groupValues)).body.groups).toEqual([
        expect.objectContaining({ name: 'Mine', contactCount: 1 }),
      ])
      expect((await api.call(groupContacts)).body).toMatchObject({ total: 1, data: [{ id: t.acme.bob.id }] })
      expect((await api.call(groupContacts, { query: { search: CANARY } })).body).toMatchObject({ total: 0, data: [] })
      const bob = (await api.call(readContact, { query: { id: t.acme.bob.id } })).body.contact
      expect(bob.groups.map((group) => group.name)).toEqual(['Mine'])
      const client = await t.connectClient(user)
      const received = await client.ask<Notifications>('getNotificationsv2', { user: user.id }, 'notifications')
      expect(received.items.map((item) => item.contact.id)).toEqual([t.acme.bob.id])
      expect(received.total).toBe(1)
      expect((await api.call(tags)).body.tags.map((tag) => tag.conversations)).toEqual([0])
      expect((await api.call(savedViews)).body.views).toEqual([])
      expect((await api.call(voicemails)).body).toMatchObject({ data: [], unheard: 0 })
      for (const contactId of [undefined, cat.id])
        expect(
          (await api.call(searchMessages, { query: { phrase: CANARY, ...(contactId && { contactId }) } })).body,
        ).toMatchObject({ results: [], total: 0 })
    }
    expect((await t.as(t.acme.ann).call(groupContacts)).body.total).toBe(4)
  })

  test('shows teammates and invitations without the names of groups out of sight', async () => {
    const teamPage = (await t.as(max).call(team, { query: { pageSize: 200 } })).body
    const vic = teamPage.data.find((member) => member.userId === t.acme.vic.id)
    expect(vic).toMatchObject({ scope: 'groups', groups: [] })
    expect(teamPage.data.find((member) => member.email === 'new@test.example')).toMatchObject({
      status: 'invited',
      groups: [],
    })
    expect(teamPage.data.find((member) => member.userId === sam.id)?.groups.map((group) => group.name)).toEqual([
      'Mine',
    ])
    expect(
      (await t.as(t.acme.ann).call(team, { query: { pageSize: 200 } })).body.data.find(
        (member) => member.userId === vic?.userId,
      )?.groups,
    ).toHaveLength(1)
  })
})

describe('work', () => {
  test('answers not_found to every call about a contact out of sight', async () => {
    const api = t.as(max)
    const refused = [
      await api.call(readContact, { query: { id: cat.id } }),
      await api.call(editContact, { query: { id: cat.id }, body: { firstname: 'Mallory', archived: true } }),
      await api.call(conversation, { params: { id: cat.id } }),
      await api.call(archiveConversation, { query: { id: cat.id }, body: { archived: true } }),
      await api.call(readConversation, { query: { id: cat.id }, body: {} }),
      await api.call(sendMessage, { body: { contactId: cat.id, body: 'Hello' } }),
      await api.call(sendMessage, {
        body: { contactId: t.acme.bob.id, body: 'Hello', resendOf: hidden['message'] as string },
      }),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ http: 404, body: { code: 'not_found' } })
    const unchanged = await t.as(t.acme.ann).call(conversation, { params: { id: cat.id } })
    expect(unchanged.body.conversation).toMatchObject({ archived: false, contact: { firstname: CANARY } })
  })

  test('allows every action on a contact in sight, and updates their groups out of sight too', async () => {
    const { id } = t.acme.bob
    const api = t.as(max)
    expect((await api.call(sendMessage, { body: { contactId: id, body: 'Hello Bob' } })).http).toBe(200)
    expect((await api.call(readConversation, { query: { id }, body: {} })).body.conversation.unreadCount).toBe(0)
    expect((await api.call(archiveConversation, { query: { id }, body: { archived: true } })).http).toBe(200)
    expect((await api.call(archiveConversation, { query: { id }, body: { archived: false } })).http).toBe(200)
    expect((await api.call(editContact, { query: { id }, body: { location: 'Dock' } })).body.contact.location).toBe(
      'Dock',
    )
    const times = await sql<{ groups: number; moments: number }>`
      select count(*)::int as groups, count(distinct last_at)::int as moments from group_member where contact_id = ${id}`.execute(
      system(),
    )
    expect(times.rows).toEqual([{ groups: 2, moments: 1 }])
    await settled()
  })

  test('adds a new contact to the first group of the member by name, and refuses without a group', async () => {
    const { kernel } = t.process
    const first = await makeGroup(kernel, t.acme.id, 'apprentices', [])
    const second = await makeGroup(kernel, t.acme.id, 'Zeta', [])
    const eve = await makeUser(kernel, t.acme.id, { firstname: 'Eve', lastname: 'Acme', role: 'manager' })
    await limitTo(kernel, eve, [second, first])
    const added = await t.as(eve).call(createContact, { body: { firstname: 'Nia', phone: '+14155550188' } })
    expect(added.body.contact.groups).toEqual([{ id: first, name: 'apprentices' }])
    expect((await t.as(eve).call(groupContacts, { query: { id: first } })).body.total).toBe(1)
    expect((await t.as(eve).call(groupValues)).body.groups.map((group) => group.contactCount)).toEqual([1, 0])
    expect((await t.as(max).call(readContact, { query: { id: added.body.contact.id } })).http).toBe(404)

    await limitTo(kernel, eve, [])
    const before = await everythingOf(system(), t.acme.id)
    const refused = await t.as(eve).call(createContact, { body: { firstname: 'Ned', phone: '+14155550189' } })
    expect(refused).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect(await everythingOf(system(), t.acme.id)).toEqual(before)
  })

  test('reports a number of a contact out of sight as taken without naming the contact', async () => {
    const api = t.as(max)
    const refused = [
      await api.call(createContact, { body: { firstname: 'Twin', phone: cat.phone } }),
      await api.call(editContact, { query: { id: t.acme.bob.id }, body: { phone: cat.phone } }),
    ]
    for (const answer of refused) {
      expect(answer).toMatchObject({ http: 409, body: { code: 'phone_taken' } })
      expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${CANARY}|${cat.id}`))
    }
  })

  test('applies changed groups from the next call, and always shows all contacts to owners and admins', async () => {
    const { kernel } = t.process
    const user = await makeUser(kernel, t.acme.id, { firstname: 'Kim', lastname: 'Acme', role: 'agent' })
    const readStatus = async () => (await t.as(user).call(readContact, { query: { id: cat.id } })).http
    expect(await readStatus()).toBe(200)
    await limitTo(kernel, user, [])
    expect(await readStatus()).toBe(404)
    await limitTo(kernel, user, [hidden['group'] as string])
    expect(await readStatus()).toBe(200)
    await limitTo(kernel, user, [])
    for (const role of ['admin', 'owner']) {
      await sql`update member set role = ${role} where user_id = ${user.id}`.execute(system())
      expect(await readStatus()).toBe(200)
    }
  })
})

test('sends sockets whole events about contacts in sight and nothing about others', async () => {
  const { ann, bob, line } = t.acme
  const [limitedClient, all] = [await t.connectClient(sam), await t.connectClient(ann)]
  await t.carrier.texts(cat.phone, `${CANARY} once more`, line.phone)
  await all.next('message', { contactId: cat.id })
  await t.as(ann).call(sendMessage, { body: { contactId: cat.id, body: `Back to ${CANARY}` } })
  await t.as(ann).call(editContact, { query: { id: cat.id }, body: { jobTitle: CANARY } })
  await t.as(ann).call(archiveConversation, { query: { id: cat.id }, body: { archived: true } })
  for (const client of [all, limitedClient]) {
    client.socket.emit('presence', { contactId: cat.id })
    client.socket.emit('typing', { contactId: cat.id, isTyping: true })
  }
  await t.as(ann).call(saveDraft, { body: { contactId: cat.id, body: `Another for ${CANARY}` } })
  await t.as(ann).call(writeNote, { body: { contactId: cat.id, body: `More about ${CANARY}`, mentions: [] } })
  await t.as(ann).call(readConversation, { query: { id: cat.id }, body: {} })
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const later = await t.as(ann).call(sendMessage, {
    body: { contactId: cat.id, body: `Later to ${CANARY}`, scheduledAt, quietOverride: { reason: 'A test' } },
  })
  await t.as(ann).call(cancelScheduled, { query: { conversation_id: cat.id, message_id: later.body.message.id } })
  await t.carrier.calls(cat.phone, line.phone, { seconds: 3 })
  for (const name of ['presence', 'draft-updated', 'conversation-read', 'new-voicemail', 'message-changed'] as const)
    await t.until(async () => all.all(name).length > 0)
  expect(JSON.stringify(all.all('presence'))).not.toContain(sam.id)
  await t.carrier.texts(cat.phone, 'STOP', line.phone)
  await all.next<ContactUpdated>('contact-updated', (event) => event.contact.reach === 'opted_out')

  await t.as(ann).call(sendMessage, { body: { contactId: bob.id, body: 'To Bob' } })
  await t.as(ann).call(editContact, { query: { id: bob.id }, body: { firstname: 'Bobby' } })
  await t.carrier.texts(bob.phone, 'Bob again', line.phone)
  await t.drain()
  await limitedClient.next<OutgoingMessage>('outgoing-message', (event) => event.message.body === 'To Bob')
  await limitedClient.next<ContactUpdated>('contact-updated', (event) => event.contact.firstname === 'Bobby')
  await t.until(async () => limitedClient.all('message').length > 0)
  await t.until(async () =>
    (limitedClient.all('message-status') as MessageStatus[]).some(({ items }) =>
      items.some((item) => item.state === 'delivered'),
    ),
  )
  const names = [
    ...(['message', 'message-status', 'outgoing-message', 'conversation-updated', 'contact-updated'] as const),
    ...(['message-changed', 'presence', 'draft-updated', 'conversation-read', 'new-voicemail', 'typing'] as const),
    ...(['notifications', 'inapp-notification'] as const),
  ]
  const received = JSON.stringify(names.map((name) => limitedClient.all(name)))
  expect(received).not.toContain(CANARY)
  expect(received).not.toContain(cat.id)
  expect(JSON.stringify(names.map((name) => all.all(name)))).toContain(cat.id)
})

/** Waits until messages are delivered and the last receipt is stored. */
async function settled(): Promise<void> {
  await t.drain()
  let last = ''
  await t.until(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    const print = JSON.stringify(await everythingOf(system(), t.acme.id))
    const isStill = print === last
    last = print
    return isStill
  })
}
