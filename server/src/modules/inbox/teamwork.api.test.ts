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
  makePerson,
  makeWorker,
  type Org,
  type Person,
  type Worker,
} from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../delivery/scope.ts'
import { receive } from '../messages/index.ts'
import { wakeDue } from './index.ts'

let t: House
let crew: Org
/** An agent who sees Bob only. */
let sam: Person
let group: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  sam = await makePerson(t.process.kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'agent' })
  group = await makeGroup(t.process.kernel, crew.id, 'Nights', [crew.bob.id])
  await limitTo(t.process.kernel, sam, [group])
  for (const worker of [crew.bob, crew.cat, crew.dan]) await hear(worker)
})
afterAll(() => t.close())

async function hear(worker: Worker, body = 'Hello'): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  const { id, phone } = crew.line
  await scope.tx((tx) =>
    receive(tx, name, [{ eventKey: tx.world.id(), lineId: id, linePhone: phone, from: worker.phone, body }]),
  )
}

const thread = async (worker: Worker, person: Person = crew.ann) =>
  (await t.as(person).call(conversation, { params: { id: worker.id } })).body
const sharedOf = async (worker: Worker) => (await thread(worker)).conversation.shared
const eventsOf = async (worker: Worker) =>
  (await thread(worker)).messages.flatMap(({ event, sender }) =>
    event ? [[event.what, event.detail, sender?.firstname ?? null]] : [],
  )
const assign = (person: Person, worker: Worker, assigneeId: string | null, claim = false) =>
  t.as(person).call(assignConversation, { query: { id: worker.id }, body: { assigneeId, claim } })
const factsNamed = async (name: string) =>
  (
    await sql<{
      payload: object
    }>`select payload from fact where name = ${name} and org_id = ${crew.id} order by seq`.execute(
      t.process.kernel.database.asSystem('tests read facts'),
    )
  ).rows.map((row) => row.payload)

describe('assigning', () => {
  test('gives a conversation to a member, says so in the thread and to everybody, and tells later rooms', async () => {
    const [ear, viewer] = [await t.heard(crew.ann), await t.heard(crew.vic)]
    const given = await assign(crew.ann, crew.cat, crew.gus.id)
    expect(given.body.conversation.shared.assignee).toMatchObject({ userId: crew.gus.id, firstname: 'Gus' })
    for (const one of [ear, viewer]) {
      const line = await one.next<OutgoingMessage>('outgoing-message')
      expect(line.message).toMatchObject({ direction: 'within', kind: 'event', state: 'noted', segments: 0 })
      const event = await one.next<ConversationUpdated>('conversation-updated')
      expect(event).toMatchObject({ contactId: crew.cat.id, shared: { assignee: { userId: crew.gus.id } } })
    }
    await assign(crew.ann, crew.cat, crew.gus.id)
    await assign(crew.gus, crew.cat, null)
    expect(await eventsOf(crew.cat)).toEqual([
      ['assigned', 'Gus Crew', 'Ann'],
      ['unassigned', null, 'Gus'],
    ])
    expect(await factsNamed('conversation.assigned')).toEqual([
      { contactId: crew.cat.id, personId: crew.gus.id, byId: crew.ann.id },
      { contactId: crew.cat.id, personId: null, byId: crew.gus.id },
    ])
  })

  test('of two who claim it at once one gets it, and the other is told it is taken', async () => {
    const answers = await Promise.all([
      assign(crew.ann, crew.dan, crew.ann.id, true),
      assign(crew.gus, crew.dan, crew.gus.id, true),
    ])
    expect(new Set(answers.map((one) => one.http))).toEqual(new Set([200, 409]))
    expect(answers.find((one) => one.http === 409)?.body.code).toBe('taken')
    const owner = (await sharedOf(crew.dan)).assignee?.userId as string
    expect((await assign(owner === crew.ann.id ? crew.ann : crew.gus, crew.dan, owner, true)).http).toBe(200)
    await assign(crew.ann, crew.dan, null)
  })

  test('nobody who does not read the inbox or see the worker can be given it; viewers assign nothing', async () => {
    const author = await makePerson(t.process.kernel, crew.id, { firstname: 'Art', lastname: 'Crew', role: 'author' })
    for (const id of [author.id, t.beta.ann.id, t.process.kernel.world.id()])
      expect(await assign(crew.ann, crew.cat, id)).toMatchObject({ http: 404 })
    expect(await assign(crew.ann, crew.cat, sam.id)).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect((await assign(crew.ann, crew.bob, sam.id)).http).toBe(200)
    expect(await assign(crew.vic, crew.bob, crew.ann.id)).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect((await assign(sam, crew.cat, sam.id)).http).toBe(404)
    expect((await assign(t.beta.ann, crew.cat, null)).http).toBe(404)
    await assign(crew.ann, crew.bob, null)
  })

  test('who answers a conversation that nobody has gets it, when the organization wants that', async () => {
    const db = t.process.kernel.database.ofOrg(crew.id)
    const answer = (person: Person, worker: Worker) =>
      t.as(person).call(sendMessage, { body: { contactId: worker.id, body: `On it, ${t.process.kernel.world.id()}` } })
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

  test('whom a conversation can be given to is who reads the inbox, by name', async () => {
    const names = async (person: Person) =>
      (await t.as(person).call(inboxMembers)).body.members.map((one) => one.firstname)
    expect(await names(crew.vic)).toEqual(['Ann', 'Gus', 'Sam', 'Vic'])
    expect(await names(sam)).toEqual(['Ann', 'Gus', 'Sam', 'Vic'])
  })
})

describe('snoozing', () => {
  const snooze = (person: Person, worker: Worker, until: Date | null) =>
    t.as(person).call(snoozeConversation, { query: { id: worker.id }, body: { until: until?.toISOString() ?? null } })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const isOpen = async (worker: Worker) =>
    (await t.as(crew.ann).call(conversations)).body.data.some((one) => one.id === worker.id)

  test('hides it until its moment; then it shows again, and who snoozed it is called', async () => {
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
    const [ear, other] = [await t.heard(crew.gus), await t.heard(crew.ann)]
    await wakeDue(t.process.kernel)
    await wakeDue(t.process.kernel)
    expect(await isOpen(crew.bob)).toBe(true)
    expect((await eventsOf(crew.bob)).slice(-2)).toEqual([
      ['snoozed', until.toISOString(), 'Gus'],
      ['woke', null, null],
    ])
    await ear.next('conversation-read')
    expect(other.all('conversation-read')).toEqual([])
    ear.socket.emit('getNotificationsv2', { user: crew.gus.id })
    const said = await ear.next<Notifications>('notifications')
    expect(said.items.find((one) => one.contact.id === crew.bob.id)).toMatchObject({
      ...{ status: 'snoozed_due', messageCount: 1 },
    })
  })

  test('a text from the worker shows it at once; so does somebody who says so, and archiving ends the sleep', async () => {
    await snooze(crew.ann, crew.bob, inHours(2))
    await hear(crew.bob, 'Still there?')
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

  test('only until a moment to come, only what one sees, and not by viewers', async () => {
    expect(await snooze(crew.ann, crew.bob, inHours(-1))).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect((await snooze(sam, crew.cat, inHours(1))).http).toBe(404)
    expect((await snooze(crew.vic, crew.bob, inHours(1))).http).toBe(422)
    expect((await snooze(t.beta.ann, crew.bob, inHours(1))).http).toBe(404)
  })
})

describe('tags', () => {
  const put = (person: Person, worker: Worker, body: { add?: string[]; remove?: string[] }) =>
    t.as(person).call(tagConversation, { query: { id: worker.id }, body })
  const make = async (name: string) => (await t.as(crew.gus).call(createTag, { body: { name } })).body.tag.id

  test('have one name each, whatever its case; are renamed, recoloured and taken away everywhere', async () => {
    const made = await t.as(crew.gus).call(createTag, { body: { name: ' Urgent ', color: 'red' } })
    const { id } = made.body.tag
    expect(made.body.tag).toEqual({ id, name: 'Urgent', color: 'red' })
    const again = await t.as(crew.ann).call(createTag, { body: { name: 'uRGENT' } })
    expect(again).toMatchObject({ http: 409, body: { code: 'name_taken' } })
    const other = await make('Payroll')
    const edit = (tagId: string, body: object) => t.as(crew.ann).call(editTag, { query: { id: tagId }, body })
    expect(await edit(other, { name: 'URGENT' })).toMatchObject({ http: 409 })
    expect((await edit(id, { name: 'URGENT', color: 'blue' })).body.tag).toEqual({ id, name: 'URGENT', color: 'blue' })
    const ear = await t.heard(crew.ann)
    const tagged = await put(crew.gus, crew.bob, { add: [id, other] })
    expect(tagged.body.conversation.shared.tags.map((one) => one.name)).toEqual(['Payroll', 'URGENT'])
    const heard = await ear.next<ConversationUpdated>('conversation-updated')
    expect(heard.shared.tags.map((one) => one.name)).toEqual(['Payroll', 'URGENT'])
    await put(crew.gus, crew.cat, { add: [id] })
    const counts = async (person: Person) =>
      (await t.as(person).call(tags)).body.tags.map((one) => [one.name, one.conversations])
    expect(await counts(crew.vic)).toEqual([
      ['Payroll', 1],
      ['URGENT', 2],
    ])
    expect(await counts(sam)).toEqual([
      ['Payroll', 1],
      ['URGENT', 1],
    ])
    expect((await put(crew.gus, crew.bob, { add: [id], remove: [id, other] })).body.conversation.shared.tags).toEqual([
      { id, name: 'URGENT', color: 'blue' },
    ])
    expect((await t.as(crew.ann).call(deleteTag, { query: { id } })).http).toBe(200)
    expect((await sharedOf(crew.cat)).tags).toEqual([])
    expect((await t.as(crew.ann).call(deleteTag, { query: { id } })).http).toBe(404)
    expect((await t.as(crew.ann).call(editTag, { query: { id: t.beta.bob.id }, body: { name: 'x' } })).http).toBe(404)
  })

  test('at most ten on a conversation, only ones that are there, and only by who may', async () => {
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
  const note = (person: Person, body: object) =>
    t.as(person).call(writeNote, { body: { contactId: crew.bob.id, body: 'Look at this', ...body } })

  test('stand in the thread for the team, call whom they name, and leave the head where it is', async () => {
    await t.as(crew.vic).call(readConversation, { query: { id: crew.bob.id }, body: {} })
    const before = (await thread(crew.bob)).conversation
    const [ear, called] = [await t.heard(crew.ann), await t.heard(crew.vic)]
    const mentions = [crew.vic.id, sam.id, crew.gus.id]
    const written = await note(crew.gus, { mentions })
    expect(written.body.message).toMatchObject({
      ...{ direction: 'within', kind: 'note', state: 'noted', body: 'Look at this', mentions, from: '', to: '' },
      sender: { userId: crew.gus.id },
    })
    expect((await ear.next<OutgoingMessage>('outgoing-message')).message).toEqual(written.body.message)
    expect(await called.next('conversation-read')).toMatchObject({ contactId: crew.bob.id, unreadCount: 1 })
    const after = await thread(crew.bob)
    expect(after.messages.at(-1)).toEqual(written.body.message)
    expect(after.conversation).toEqual(before)
    expect(await factsNamed('note.mentioned')).toEqual([
      {
        ...{ messageId: written.body.message.id, contactId: crew.bob.id, byId: crew.gus.id },
        personIds: [crew.vic.id, sam.id],
      },
    ])
    called.socket.emit('getNotificationsv2', { user: crew.vic.id })
    const said = await called.next<Notifications>('notifications')
    expect(said.items.find((one) => one.contact.id === crew.bob.id)?.status).toBe('mention')
    expect((await thread(crew.bob, crew.vic)).firstUnreadId).toBe(written.body.message.id)
    expect(
      (
        await sql`select from outgoing_chunk where org_id = ${crew.id} and ${written.body.message.id}::uuid = any(message_ids)`.execute(
          t.process.kernel.database.ofOrg(crew.id),
        )
      ).rows,
    ).toEqual([])
  })

  test('are no texts: the same words can be sent right after', async () => {
    await note(crew.ann, { contactId: crew.dan.id, body: 'Call me' })
    const sent = await t.as(crew.ann).call(sendMessage, { body: { contactId: crew.dan.id, body: 'Call me' } })
    expect(sent.body.message).toMatchObject({ direction: 'out', kind: 'text', body: 'Call me' })
  })

  test('with the same key are one note; another one under it is refused', async () => {
    const clientMessageId = t.process.kernel.world.id()
    const answers = await Promise.all(Array.from({ length: 4 }, () => note(crew.ann, { clientMessageId })))
    expect(new Set(answers.map((one) => one.body.message.id)).size).toBe(1)
    expect(await note(crew.ann, { clientMessageId, body: 'Another' })).toMatchObject({ body: { code: 'key_reused' } })
  })

  test('name only teammates who see the worker; and are written by who may, about whom they see', async () => {
    for (const id of [t.beta.ann.id, crew.bob.id, t.process.kernel.world.id()])
      expect(await note(crew.ann, { mentions: [id] })).toMatchObject({ http: 404, body: { code: 'not_found' } })
    expect((await note(crew.ann, { contactId: crew.cat.id, mentions: [sam.id] })).http).toBe(400)
    expect((await note(crew.vic, {})).http).toBe(422)
    expect((await note(sam, { contactId: crew.cat.id })).http).toBe(404)
    expect((await note(t.beta.ann, {})).http).toBe(404)
    expect((await note(crew.ann, { body: ' \n ' })).http).toBe(400)
  })

  test('about a worker nobody wrote with make a conversation, so that it can be found', async () => {
    const quiet = await makeWorker(t.process.kernel, crew.id, 'Quiet', '+14155559999')
    expect((await note(crew.ann, { contactId: quiet.id })).http).toBe(200)
    const found = await t.as(crew.ann).call(conversations, { query: { id: quiet.id } })
    expect(found.body.data).toMatchObject([{ id: quiet.id, lastMessage: null }])
  })
})

describe('drafts', () => {
  const save = (person: Person, body: string, writtenAt?: Date, contactId = crew.cat.id) =>
    t.as(person).call(saveDraft, {
      body: { contactId, body, ...(writtenAt ? { writtenAt: writtenAt.toISOString() } : {}) },
    })
  const read = async (person: Person) =>
    (await t.as(person).call(readDraft, { query: { id: crew.cat.id } })).body.draft?.body ?? null

  test('the newest words of any device stand; teammates see them, the list shows one’s own', async () => {
    const [ear, viewer] = [await t.heard(crew.ann), await t.heard(crew.vic)]
    const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000)
    expect((await save(crew.gus, 'Dear Cat', at(2))).body.draft?.body).toBe('Dear Cat')
    expect((await save(crew.gus, 'Dear', at(1))).body.draft?.body).toBe('Dear Cat')
    expect(await ear.next<DraftUpdated>('draft-updated')).toEqual({
      ...{ contactId: crew.cat.id, userId: crew.gus.id, name: 'Gus Crew', body: 'Dear Cat' },
    })
    const row = async (person: Person) =>
      (await t.as(person).call(conversations, { query: { id: crew.cat.id, status: 'all' } })).body.data[0]?.draft
    expect([await row(crew.gus), await row(crew.ann)]).toEqual(['Dear Cat', null])
    expect((await thread(crew.cat, crew.ann)).drafts).toMatchObject([{ userId: crew.gus.id, body: 'Dear Cat' }])
    expect((await thread(crew.cat, crew.gus)).drafts).toEqual([])
    await save(crew.gus, '', at(4))
    await ear.next<DraftUpdated>('draft-updated', (one) => one.body === null)
    await save(crew.gus, 'Late words', at(3))
    expect(await read(crew.gus)).toBeNull()
    await save(crew.gus, 'From a clock ahead', new Date(Date.now() + 3_600_000))
    await save(crew.gus, 'And on')
    expect(await read(crew.gus)).toBe('And on')
    expect(viewer.all('draft-updated')).toEqual([])
  })

  test('go when their writer sends, not when a teammate does', async () => {
    await save(crew.ann, 'Mine')
    await save(crew.gus, 'His')
    const ear = await t.heard(crew.ann)
    await t.as(crew.gus).call(sendMessage, { body: { contactId: crew.cat.id, body: 'Dear Cat' } })
    await ear.next<DraftUpdated>('draft-updated', (one) => one.body === null && one.userId === crew.gus.id)
    expect([await read(crew.ann), await read(crew.gus)]).toEqual(['Mine', null])
  })

  test('are kept by who may reply, for workers they see', async () => {
    expect((await save(crew.vic, 'x')).http).toBe(422)
    expect((await save(sam, 'x')).http).toBe(404)
    expect((await save(t.beta.ann, 'x')).http).toBe(404)
    expect((await t.as(sam).call(readDraft, { query: { id: crew.cat.id } })).http).toBe(404)
  })

  test('of workers out of sight never reach a member of some groups', async () => {
    const [some, all] = [await t.heard(sam), await t.heard(crew.ann)]
    await save(crew.gus, 'About Cat')
    await save(crew.gus, 'About Bob', undefined, crew.bob.id)
    expect(await some.next<DraftUpdated>('draft-updated')).toMatchObject({ contactId: crew.bob.id, body: 'About Bob' })
    await all.next<DraftUpdated>('draft-updated', (one) => one.contactId === crew.bob.id)
    expect(all.all('draft-updated')).toHaveLength(2)
  })
})

describe('saved views', () => {
  test('are one’s own, or shared; groups must be there and are named only to who sees them', async () => {
    const hidden = await makeGroup(t.process.kernel, crew.id, 'Hidden', [crew.cat.id])
    const make = (person: Person, body: object) =>
      t.as(person).call(createView, { body: { name: 'Night shift', status: 'unread', groupIds: [group], ...body } })
    const own = await make(crew.vic, {})
    expect(own.body.view).toMatchObject({ name: 'Night shift', mine: true, status: 'unread', groupIds: [group] })
    const shared = await make(crew.ann, { name: 'Both', shared: true, groupIds: [group, hidden] })
    const secret = await make(crew.ann, { name: 'Cats', shared: true, groupIds: [hidden] })
    const seen = async (person: Person) =>
      (await t.as(person).call(savedViews)).body.views.map((one) => [one.name, one.mine, one.groupIds.length])
    expect(await seen(crew.vic)).toEqual([
      ['Both', false, 2],
      ['Cats', false, 1],
      ['Night shift', true, 1],
    ])
    expect(await seen(sam)).toEqual([['Both', false, 1]])
    expect(await seen(t.beta.ann)).toEqual([])
    expect((await make(sam, { groupIds: [hidden] })).http).toBe(404)
    expect((await make(crew.ann, { tagIds: [t.beta.bob.id] })).http).toBe(404)
    const drop = (person: Person, id: string) => t.as(person).call(deleteView, { query: { id } })
    expect((await drop(crew.gus, own.body.view.id)).http).toBe(404)
    expect(await drop(crew.gus, shared.body.view.id)).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect((await drop(sam, secret.body.view.id)).http).toBe(404)
    for (const id of [shared.body.view.id, secret.body.view.id]) expect((await drop(crew.ann, id)).http).toBe(200)
    expect((await drop(crew.vic, own.body.view.id)).http).toBe(200)
  })

  test('thirty are as many as one member keeps', async () => {
    const make = () => t.as(crew.gus).call(createView, { body: { name: 'One more' } })
    const answers = await Promise.all(Array.from({ length: 32 }, make))
    expect(answers.filter((one) => one.http === 200)).toHaveLength(30)
    expect(answers.find((one) => one.http !== 200)?.body.code).toBe('too_many')
  })
})
