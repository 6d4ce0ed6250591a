import type { ConversationUpdated, DraftUpdated, Notifications, OutgoingMessage } from '@crewline/contract/events'
import { readDraft, saveDraft } from '@crewline/contract/drafts'
import {
  archiveConversation,
  assignConversation,
  conversation,
  conversations,
  inboxMembers,
  readConversation,
  snoozeConversation,
  tagConversation,
} from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { writeNote } from '@crewline/contract/notes'
import { createView, deleteView, savedViews } from '@crewline/contract/saved-views'
import { createTag, deleteTag, editTag, tags } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  limitTo,
  makeGroup,
  makeOrg,
  makeUser,
  makeContact,
  type Org,
  type TestUser,
  type TestContact,
} from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../delivery/scope.ts'
import { receive } from '../messages/index.ts'
import { wakeDue } from './index.ts'

let t: TestApp
let crew: Org
/** An agent who sees Bob only. */
let sam: TestUser
let group: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  sam = await makeUser(t.process.kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'agent' })
  group = await makeGroup(t.process.kernel, crew.id, 'Nights', [crew.bob.id])
  await limitTo(t.process.kernel, sam, [group])
  for (const contact of [crew.bob, crew.cat, crew.dan]) await receiveMessage(contact)
})
afterAll(() => t.close())

async function receiveMessage(contact: TestContact, body = 'Hello'): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  const { id, phone } = crew.line
  await scope.tx((tx) =>
    receive(tx, name, [{ eventKey: tx.world.id(), lineId: id, linePhone: phone, from: contact.phone, body }]),
  )
}

const thread = async (contact: TestContact, user: TestUser = crew.ann) =>
  (await t.as(user).call(conversation, { params: { id: contact.id } })).body
const sharedOf = async (contact: TestContact) => (await thread(contact)).conversation.shared
const eventsOf = async (contact: TestContact) =>
  (await thread(contact)).messages.flatMap(({ event, sender }) =>
    event ? [[event.what, event.detail, sender?.firstname ?? null]] : [],
  )
const assign = (user: TestUser, contact: TestContact, assigneeId: string | null, claim = false) =>
  t.as(user).call(assignConversation, { query: { id: contact.id }, body: { assigneeId, claim } })
const eventsNamed = async (name: string) =>
  (
    await sql<{
      payload: object
    }>`select payload from event_log where name = ${name} and org_id = ${crew.id} order by seq`.execute(
      t.process.kernel.database.asSystem('tests read events'),
    )
  ).rows.map((row) => row.payload)

describe('assigning', () => {
  test('assigns a conversation, adds a thread line, notifies all members, and publishes an event', async () => {
    const [client, viewer] = [await t.connectClient(crew.ann), await t.connectClient(crew.vic)]
    const assigned = await assign(crew.ann, crew.cat, crew.gus.id)
    expect(assigned.body.conversation.shared.assignee).toMatchObject({ userId: crew.gus.id, firstname: 'Gus' })
    for (const receiver of [client, viewer]) {
      const line = await receiver.next<OutgoingMessage>('outgoing-message', { message: { contactId: crew.cat.id } })
      expect(line.message).toMatchObject({ direction: 'internal', kind: 'event', state: 'noted', segments: 0 })
      const shared = { assignee: { userId: crew.gus.id } }
      await receiver.next('conversation-updated', { contactId: crew.cat.id, shared })
    }
    await assign(crew.ann, crew.cat, crew.gus.id)
    await assign(crew.gus, crew.cat, null)
    expect(await eventsOf(crew.cat)).toEqual([
      ['assigned', 'Gus Crew', 'Ann'],
      ['unassigned', null, 'Gus'],
    ])
    expect(await eventsNamed('conversation.assigned')).toEqual([
      { contactId: crew.cat.id, userId: crew.gus.id, byId: crew.ann.id },
      { contactId: crew.cat.id, userId: null, byId: crew.gus.id },
    ])
  })

  test('lets one of two simultaneous claims succeed and refuses the other with taken', async () => {
    const answers = await Promise.all([
      assign(crew.ann, crew.dan, crew.ann.id, true),
      assign(crew.gus, crew.dan, crew.gus.id, true),
    ])
    expect(new Set(answers.map((reply) => reply.http))).toEqual(new Set([200, 409]))
    expect(answers.find((reply) => reply.http === 409)?.body.code).toBe('taken')
    const owner = (await sharedOf(crew.dan)).assignee?.userId as string
    expect((await assign(owner === crew.ann.id ? crew.ann : crew.gus, crew.dan, owner, true)).http).toBe(200)
    await assign(crew.ann, crew.dan, null)
  })

  test('refuses assignees without access to the inbox or the contact, and refuses viewers', async () => {
    const author = await makeUser(t.process.kernel, crew.id, { firstname: 'Art', lastname: 'Crew', role: 'author' })
    for (const id of [author.id, t.beta.ann.id, t.process.kernel.world.id()])
      expect(await assign(crew.ann, crew.cat, id)).toMatchObject({ http: 404 })
    expect(await assign(crew.ann, crew.cat, sam.id)).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect((await assign(crew.ann, crew.bob, sam.id)).http).toBe(200)
    expect(await assign(crew.vic, crew.bob, crew.ann.id)).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect((await assign(sam, crew.cat, sam.id)).http).toBe(404)
    expect((await assign(t.beta.ann, crew.cat, null)).http).toBe(404)
    await assign(crew.ann, crew.bob, null)
  })

  test('assigns an unassigned conversation to the first member who replies, if the setting is on', async () => {
    const db = t.process.kernel.database.ofOrg(crew.id)
    const answer = (user: TestUser, contact: TestContact) =>
      t.as(user).call(sendMessage, { body: { contactId: contact.id, body: `On it, ${t.process.kernel.world.id()}` } })
    expect((await sharedOf(crew.cat)).waitingSince).not.toBeNull()
    await answer(crew.gus, crew.cat)
    await answer(crew.ann, crew.cat)
    expect(await sharedOf(crew.cat)).toMatchObject({ assignee: { userId: crew.gus.id }, waitingSince: null })
    await sql`update organization set settings = '{"autoAssign": "off"}' where id = ${crew.id}`.execute(
      t.process.kernel.database.asSystem('tests change settings'),
    )
    await answer(crew.gus, crew.dan)
    expect((await sharedOf(crew.dan)).assignee).toBeNull()
    await sql`update conversation set assignee_id = null`.execute(db)
  })

  test('lists the members with inbox access by name', async () => {
    const names = async (user: TestUser) =>
      (await t.as(user).call(inboxMembers)).body.members.map((member) => member.firstname)
    expect(await names(crew.vic)).toEqual(['Ann', 'Gus', 'Sam', 'Vic'])
    expect(await names(sam)).toEqual(['Ann', 'Gus', 'Sam', 'Vic'])
  })
})

describe('snoozing', () => {
  const snooze = (user: TestUser, contact: TestContact, until: Date | null) =>
    t.as(user).call(snoozeConversation, { query: { id: contact.id }, body: { until: until?.toISOString() ?? null } })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const isOpen = async (contact: TestContact) =>
    (await t.as(crew.ann).call(conversations)).body.data.some((row) => row.id === contact.id)

  test('hides the conversation until its time, then shows it and notifies the member who snoozed it', async () => {
    await t.as(crew.gus).call(readConversation, { query: { id: crew.bob.id }, body: {} })
    const until = inHours(1)
    const slept = await snooze(crew.gus, crew.bob, until)
    expect(slept.body.conversation.shared.snoozedUntil).toBe(until.toISOString())
    expect(await isOpen(crew.bob)).toBe(false)
    await wakeDue(t.process.kernel)
    expect(await isOpen(crew.bob)).toBe(false)
    await sql`update conversation set snoozed_until = now() - interval '1 second' where contact_id = ${crew.bob.id}`.execute(
      t.process.kernel.database.ofOrg(crew.id),
    )
    const [client, otherClient] = [await t.connectClient(crew.gus), await t.connectClient(crew.ann)]
    await wakeDue(t.process.kernel)
    await wakeDue(t.process.kernel)
    expect(await isOpen(crew.bob)).toBe(true)
    expect((await eventsOf(crew.bob)).slice(-2)).toEqual([
      ['snoozed', until.toISOString(), 'Gus'],
      ['woke', null, null],
    ])
    await client.next('conversation-read', { contactId: crew.bob.id })
    expect(otherClient.all('conversation-read')).toEqual([])
    const notifications = await client.ask<Notifications>('getNotificationsv2', { user: crew.gus.id }, 'notifications')
    expect(notifications.items.find((item) => item.contact.id === crew.bob.id)).toMatchObject({
      ...{ status: 'snoozed_due', messageCount: 1 },
    })
  })

  test('ends with an inbound message, by request, or by archiving', async () => {
    await snooze(crew.ann, crew.bob, inHours(2))
    await receiveMessage(crew.bob, 'Still there?')
    expect(await isOpen(crew.bob)).toBe(true)
    await snooze(crew.ann, crew.bob, inHours(2))
    expect((await snooze(crew.ann, crew.bob, null)).body.conversation.shared.snoozedUntil).toBeNull()
    await snooze(crew.ann, crew.bob, inHours(2))
    const archived = await t
      .as(crew.ann)
      .call(archiveConversation, { query: { id: crew.bob.id }, body: { archived: true } })
    expect(archived.body.conversation).toMatchObject({
      archived: true,
      shared: { snoozedUntil: null, waitingSince: null },
    })
    const back = await snooze(crew.ann, crew.bob, inHours(2))
    expect(back.body.conversation).toMatchObject({ archived: false })
    await snooze(crew.ann, crew.bob, null)
  })

  test('requires a future time, a visible contact, and more than the viewer role', async () => {
    expect(await snooze(crew.ann, crew.bob, inHours(-1))).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect((await snooze(sam, crew.cat, inHours(1))).http).toBe(404)
    expect((await snooze(crew.vic, crew.bob, inHours(1))).http).toBe(422)
    expect((await snooze(t.beta.ann, crew.bob, inHours(1))).http).toBe(404)
  })
})

describe('tags', () => {
  const put = (user: TestUser, contact: TestContact, body: { add?: string[]; remove?: string[] }) =>
    t.as(user).call(tagConversation, { query: { id: contact.id }, body })
  const make = async (name: string) => (await t.as(crew.gus).call(createTag, { body: { name } })).body.tag.id

  test('have case-insensitive unique names and can be renamed, recolored and deleted everywhere', async () => {
    const made = await t.as(crew.gus).call(createTag, { body: { name: ' Urgent ', color: 'red' } })
    const { id } = made.body.tag
    expect(made.body.tag).toEqual({ id, name: 'Urgent', color: 'red' })
    const duplicate = await t.as(crew.ann).call(createTag, { body: { name: 'uRGENT' } })
    expect(duplicate).toMatchObject({ http: 409, body: { code: 'name_taken' } })
    const otherTagId = await make('Payroll')
    const edit = (tagId: string, body: object) => t.as(crew.ann).call(editTag, { query: { id: tagId }, body })
    expect(await edit(otherTagId, { name: 'URGENT' })).toMatchObject({ http: 409 })
    expect((await edit(id, { name: 'URGENT', color: 'blue' })).body.tag).toEqual({ id, name: 'URGENT', color: 'blue' })
    const client = await t.connectClient(crew.ann)
    const tagged = await put(crew.gus, crew.bob, { add: [id, otherTagId] })
    expect(tagged.body.conversation.shared.tags.map((tag) => tag.name)).toEqual(['Payroll', 'URGENT'])
    const update = await client.next<ConversationUpdated>('conversation-updated', { contactId: crew.bob.id })
    expect(update.shared.tags.map((tag) => tag.name)).toEqual(['Payroll', 'URGENT'])
    await put(crew.gus, crew.cat, { add: [id] })
    const counts = async (user: TestUser) =>
      (await t.as(user).call(tags)).body.tags.map((tag) => [tag.name, tag.conversations])
    expect(await counts(crew.vic)).toEqual([
      ['Payroll', 1],
      ['URGENT', 2],
    ])
    expect(await counts(sam)).toEqual([
      ['Payroll', 1],
      ['URGENT', 1],
    ])
    expect(
      (await put(crew.gus, crew.bob, { add: [id], remove: [id, otherTagId] })).body.conversation.shared.tags,
    ).toEqual([{ id, name: 'URGENT', color: 'blue' }])
    expect((await t.as(crew.ann).call(deleteTag, { query: { id } })).http).toBe(200)
    expect((await sharedOf(crew.cat)).tags).toEqual([])
    expect((await t.as(crew.ann).call(deleteTag, { query: { id } })).http).toBe(404)
    expect((await t.as(crew.ann).call(editTag, { query: { id: t.beta.bob.id }, body: { name: 'x' } })).http).toBe(404)
  })

  test('are limited to ten existing ones per conversation and need the permission', async () => {
    const ids = []
    for (let n = 0; n < 11; n++) ids.push(await make(`Tag ${n}`))
    expect((await put(crew.gus, crew.dan, { add: ids.slice(0, 9) })).http).toBe(200)
    expect(await put(crew.gus, crew.dan, { add: ids.slice(9) })).toMatchObject({
      http: 422,
      body: { code: 'too_many' },
    })
    expect((await put(crew.gus, crew.dan, { add: ids.slice(9), remove: ids.slice(0, 1) })).http).toBe(200)
    expect((await put(crew.gus, crew.dan, { add: [t.beta.bob.id] })).http).toBe(404)
    expect((await put(sam, crew.dan, { add: ids.slice(0, 1) })).http).toBe(404)
    expect((await put(crew.vic, crew.dan, { add: ids.slice(0, 1) })).http).toBe(422)
    expect((await t.as(crew.gus).call(deleteTag, { query: { id: ids[0] as string } })).http).toBe(422)
  })
})

describe('notes', () => {
  const note = (user: TestUser, body: object) =>
    t.as(user).call(writeNote, { body: { contactId: crew.bob.id, body: 'Look at this', ...body } })

  test('appear in the thread, notify mentioned members, and leave the conversation summary unchanged', async () => {
    await t.as(crew.vic).call(readConversation, { query: { id: crew.bob.id }, body: {} })
    const before = (await thread(crew.bob)).conversation
    const [client, mentionedClient] = [await t.connectClient(crew.ann), await t.connectClient(crew.vic)]
    const mentions = [crew.vic.id, sam.id, crew.gus.id]
    const written = await note(crew.gus, { mentions })
    expect(written.body.message).toMatchObject({
      ...{ direction: 'internal', kind: 'note', state: 'noted', body: 'Look at this', mentions, from: '', to: '' },
      sender: { userId: crew.gus.id },
    })
    const { id } = written.body.message
    const shown = await client.next<OutgoingMessage>('outgoing-message', { message: { id } })
    expect(shown.message).toEqual(written.body.message)
    await mentionedClient.next('conversation-read', { contactId: crew.bob.id, unreadCount: 1 })
    const after = await thread(crew.bob)
    expect(after.messages.at(-1)).toEqual(written.body.message)
    expect(after.conversation).toEqual(before)
    expect(await eventsNamed('note.mentioned')).toEqual([
      {
        ...{ messageId: written.body.message.id, contactId: crew.bob.id, byId: crew.gus.id },
        userIds: [crew.vic.id, sam.id],
      },
    ])
    const request = { user: crew.vic.id }
    const notifications = await mentionedClient.ask<Notifications>('getNotificationsv2', request, 'notifications')
    expect(notifications.items.find((item) => item.contact.id === crew.bob.id)?.status).toBe('mention')
    expect((await thread(crew.bob, crew.vic)).firstUnreadId).toBe(written.body.message.id)
    expect(
      (
        await sql`select from outgoing_chunk where org_id = ${crew.id} and ${written.body.message.id}::uuid = any(message_ids)`.execute(
          t.process.kernel.database.ofOrg(crew.id),
        )
      ).rows,
    ).toEqual([])
  })

  test('are not messages: the same text can be sent right after', async () => {
    await note(crew.ann, { contactId: crew.dan.id, body: 'Call me' })
    const sent = await t.as(crew.ann).call(sendMessage, { body: { contactId: crew.dan.id, body: 'Call me' } })
    expect(sent.body.message).toMatchObject({ direction: 'out', kind: 'text', body: 'Call me' })
  })

  test('with the same key are created once; other content under the key is refused', async () => {
    const clientMessageId = t.process.kernel.world.id()
    const answers = await Promise.all(Array.from({ length: 4 }, () => note(crew.ann, { clientMessageId })))
    expect(new Set(answers.map((reply) => reply.body.message.id)).size).toBe(1)
    expect(await note(crew.ann, { clientMessageId, body: 'Another' })).toMatchObject({ body: { code: 'key_reused' } })
  })

  test('can mention only members who see the contact, and need the permission and a visible contact', async () => {
    for (const id of [t.beta.ann.id, crew.bob.id, t.process.kernel.world.id()])
      expect(await note(crew.ann, { mentions: [id] })).toMatchObject({ http: 404, body: { code: 'not_found' } })
    expect((await note(crew.ann, { contactId: crew.cat.id, mentions: [sam.id] })).http).toBe(400)
    expect((await note(crew.vic, {})).http).toBe(422)
    expect((await note(sam, { contactId: crew.cat.id })).http).toBe(404)
    expect((await note(t.beta.ann, {})).http).toBe(404)
    expect((await note(crew.ann, { body: ' \n ' })).http).toBe(400)
  })

  test('about a contact without messages create a listed conversation', async () => {
    const silentContact = await makeContact(t.process.kernel, crew.id, 'Quiet', '+14155559999')
    expect((await note(crew.ann, { contactId: silentContact.id })).http).toBe(200)
    const listed = await t.as(crew.ann).call(conversations, { query: { id: silentContact.id } })
    expect(listed.body.data).toMatchObject([{ id: silentContact.id, lastMessage: null }])
  })
})

describe('drafts', () => {
  const save = (user: TestUser, body: string, writtenAt?: Date, contactId = crew.cat.id) =>
    t.as(user).call(saveDraft, {
      body: { contactId, body, ...(writtenAt ? { writtenAt: writtenAt.toISOString() } : {}) },
    })
  const read = async (user: TestUser) =>
    (await t.as(user).call(readDraft, { query: { id: crew.cat.id } })).body.draft?.body ?? null

  test('keep the newest version of any device; teammates see them, and the list shows own ones', async () => {
    const [client, viewer] = [await t.connectClient(crew.ann), await t.connectClient(crew.vic)]
    const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000)
    expect((await save(crew.gus, 'Dear Cat', at(2))).body.draft?.body).toBe('Dear Cat')
    expect((await save(crew.gus, 'Dear', at(1))).body.draft?.body).toBe('Dear Cat')
    expect(await client.next<DraftUpdated>('draft-updated', { contactId: crew.cat.id })).toEqual({
      ...{ contactId: crew.cat.id, userId: crew.gus.id, name: 'Gus Crew', body: 'Dear Cat' },
    })
    const row = async (user: TestUser) =>
      (await t.as(user).call(conversations, { query: { id: crew.cat.id, status: 'all' } })).body.data[0]?.draft
    expect([await row(crew.gus), await row(crew.ann)]).toEqual(['Dear Cat', null])
    expect((await thread(crew.cat, crew.ann)).drafts).toMatchObject([{ userId: crew.gus.id, body: 'Dear Cat' }])
    expect((await thread(crew.cat, crew.gus)).drafts).toEqual([])
    await save(crew.gus, '', at(4))
    await client.next<DraftUpdated>('draft-updated', (update) => update.body === null)
    await save(crew.gus, 'Late words', at(3))
    expect(await read(crew.gus)).toBeNull()
    await save(crew.gus, 'From a clock ahead', new Date(Date.now() + 3_600_000))
    await save(crew.gus, 'And on')
    expect(await read(crew.gus)).toBe('And on')
    expect(viewer.all('draft-updated')).toEqual([])
  })

  test('are cleared when their author sends, not when a teammate does', async () => {
    await save(crew.ann, 'Mine')
    await save(crew.gus, 'His')
    const client = await t.connectClient(crew.ann)
    await t.as(crew.gus).call(sendMessage, { body: { contactId: crew.cat.id, body: 'Dear Cat' } })
    await client.next<DraftUpdated>('draft-updated', (update) => update.body === null && update.userId === crew.gus.id)
    expect([await read(crew.ann), await read(crew.gus)]).toEqual(['Mine', null])
  })

  test('require the permission to reply and a visible contact', async () => {
    expect((await save(crew.vic, 'x')).http).toBe(422)
    expect((await save(sam, 'x')).http).toBe(404)
    expect((await save(t.beta.ann, 'x')).http).toBe(404)
    expect((await t.as(sam).call(readDraft, { query: { id: crew.cat.id } })).http).toBe(404)
  })

  test('of contacts outside the group scope are never pushed to a member', async () => {
    const [limitedClient, all] = [await t.connectClient(sam), await t.connectClient(crew.ann)]
    await save(crew.gus, 'About Cat')
    await save(crew.gus, 'About Bob', undefined, crew.bob.id)
    await limitedClient.next('draft-updated', { contactId: crew.bob.id, body: 'About Bob' })
    expect(limitedClient.all('draft-updated')).toHaveLength(1)
    await all.next<DraftUpdated>('draft-updated', (update) => update.contactId === crew.bob.id)
    expect(all.all('draft-updated')).toHaveLength(2)
  })
})

describe('saved views', () => {
  test('are private or shared; groups must exist and are listed only for members who see them', async () => {
    const hidden = await makeGroup(t.process.kernel, crew.id, 'Hidden', [crew.cat.id])
    const make = (user: TestUser, body: object) =>
      t.as(user).call(createView, { body: { name: 'Night shift', status: 'unread', groupIds: [group], ...body } })
    const privateReply = await make(crew.vic, {})
    expect(privateReply.body.view).toMatchObject({
      name: 'Night shift',
      mine: true,
      status: 'unread',
      groupIds: [group],
    })
    const shared = await make(crew.ann, { name: 'Both', shared: true, groupIds: [group, hidden] })
    const secret = await make(crew.ann, { name: 'Cats', shared: true, groupIds: [hidden] })
    const listViews = async (user: TestUser) =>
      (await t.as(user).call(savedViews)).body.views.map((view) => [view.name, view.mine, view.groupIds.length])
    expect(await listViews(crew.vic)).toEqual([
      ['Both', false, 2],
      ['Cats', false, 1],
      ['Night shift', true, 1],
    ])
    expect(await listViews(sam)).toEqual([['Both', false, 1]])
    expect(await listViews(t.beta.ann)).toEqual([])
    expect((await make(sam, { groupIds: [hidden] })).http).toBe(404)
    expect((await make(crew.ann, { tagIds: [t.beta.bob.id] })).http).toBe(404)
    const drop = (user: TestUser, id: string) => t.as(user).call(deleteView, { query: { id } })
    expect((await drop(crew.gus, privateReply.body.view.id)).http).toBe(404)
    expect(await drop(crew.gus, shared.body.view.id)).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect((await drop(sam, secret.body.view.id)).http).toBe(404)
    for (const id of [shared.body.view.id, secret.body.view.id]) expect((await drop(crew.ann, id)).http).toBe(200)
    expect((await drop(crew.vic, privateReply.body.view.id)).http).toBe(200)
  })

  test('are limited to thirty per member', async () => {
    const make = () => t.as(crew.gus).call(createView, { body: { name: 'One more' } })
    const answers = await Promise.all(Array.from({ length: 32 }, make))
    expect(answers.filter((reply) => reply.http === 200)).toHaveLength(30)
    expect(answers.find((reply) => reply.http !== 200)?.body.code).toBe('too_many')
  })
})
