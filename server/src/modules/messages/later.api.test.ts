import type { ConversationUpdated, MessageChanged, OutgoingMessage } from '@crewline/contract/events'
import {
  archiveConversation,
  assignConversation,
  conversation,
  conversations,
  tagConversation,
} from '@crewline/contract/inbox'
import { cancelScheduled, editScheduled, scheduledMessages, sendScheduledNow } from '@crewline/contract/later'
import { sendMessage, type Message } from '@crewline/contract/messages'
import { writeNote } from '@crewline/contract/notes'
import { createTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { cancelOnReply } from './later.ts'
import { systemScope } from '../../../test/kit/scopes.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const send = (contact: TestContact, body: string, more: object = {}, user = t.acme.ann) =>
  t.as(user).call(sendMessage, { body: { contactId: contact.id, body, ...more } })
/** Sends a message and keeps its window open: a busy machine passes ten seconds. */
const sendWithUndo = async (contact: TestContact, body: string) => {
  const { message } = (await send(contact, body, { undoSeconds: 10 })).body
  for (const table of ['message', 'outgoing_chunk'])
    await sql`update ${sql.table(table)} set due_at = due_at + interval '1 hour' where id = ${message.id}`.execute(
      db(t.acme),
    )
  return message
}
const queryFor = (message: Message) => ({ message_id: message.id, conversation_id: message.contactId })
const cancel = (message: Message, user = t.acme.ann) => t.as(user).call(cancelScheduled, { query: queryFor(message) })
const edit = (message: Message, body: object) =>
  t.as(t.acme.ann).call(editScheduled, { query: queryFor(message), body })
const thread = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })).body
const sentTo = async (contact: TestContact) =>
  (await t.carrier.sent()).filter((message) => message.to === contact.phone)
let nth = 0
const someone = (name = 'Eve') =>
  makeContact(t.process.kernel, t.acme.id, name, `+14155552${String((nth += 1)).padStart(3, '0')}`)
const stateOf = async (id: string) =>
  (
    await sql<{
      state: string
      error_code: string | null
    }>`select state, error_code from message where id = ${id}`.execute(db(t.acme))
  ).rows[0]
/** Makes a scheduled message due, now or in the past. */
const comes = async (id: string, hoursAgo = 0) => {
  const due = new Date(Date.now() - hoursAgo * 3_600_000)
  await sql`update message set due_at = ${due} where id = ${id} and due_at is not null`.execute(db(t.acme))
  await sql`update outgoing_chunk set due_at = ${due} where id = ${id}`.execute(db(t.acme))
  t.process.kernel.signals.wakeUp('texts')
}

/** Sends a message from a contact and waits until it is in the thread. */
async function texts(contact: TestContact, body: string): Promise<void> {
  await t.carrier.texts(contact.phone, body, t.acme.line.phone)
  await t.until(async () => (await thread(contact)).messages.some((message) => message.body === body))
}

/** Adds a contact with a message and an archived conversation. */
async function archivedOne(): Promise<TestContact> {
  const eve = await someone()
  await texts(eve, 'All good')
  await t.as(t.acme.ann).call(archiveConversation, { query: { id: eve.id }, body: { archived: true } })
  return eve
}

describe('the undo window of a message', () => {
  test('updates the conversation summary immediately; a cancel restores the wait for a reply', async () => {
    const eve = await someone()
    await t.carrier.texts(eve.phone, 'Am I on tomorrow?', t.acme.line.phone)
    await t.until(async () => (await thread(eve)).conversation?.shared.waitingSince)
    const gus = await t.connectClient(t.acme.gus)
    const message = await sendWithUndo(eve, 'Yes, at six')
    expect(message).toMatchObject({ state: 'held', holdReason: 'undo', dueAt: expect.any(String) })
    await gus.next<OutgoingMessage>('outgoing-message', (event) => event.message.id === message.id)
    expect((await thread(eve)).conversation).toMatchObject({
      lastMessage: { id: message.id, preview: 'Yes, at six' },
      shared: { waitingSince: null, nextScheduledAt: null },
    })
    expect(await cancel(message)).toMatchObject({ http: 200, body: { message: { state: 'cancelled', dueAt: null } } })
    await gus.next<MessageChanged>('message-changed', (event) => event.message.state === 'cancelled')
    expect((await thread(eve)).conversation).toMatchObject({
      lastMessage: { preview: 'Am I on tomorrow?', direction: 'in' },
      shared: { waitingSince: expect.any(String) },
    })
    await comes(message.id)
    await t.drain()
    expect(await sentTo(eve)).toEqual([])
  })

  test('undo restores the position of the conversation in the list, its groups and tags', async () => {
    const [first, second] = [await someone('First'), await someone('Second')]
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Where they stand', [first.id, second.id])
    const ann = t.as(t.acme.ann)
    const { tag } = (await ann.call(createTag, { body: { name: 'Where they stand', color: 'blue' } })).body
    const contactIds = [first.id, second.id]
    for (const contact of [first, second]) {
      await t.carrier.texts(contact.phone, 'Hello', t.acme.line.phone)
      await t.until(async () => (await thread(contact)).conversation?.lastMessage)
    }
    for (const id of contactIds) await ann.call(tagConversation, { query: { id }, body: { add: [tag.id] } })
    const before = (await thread(first)).conversation
    const orders = async () => {
      const lists = [{}, { groupIds: [group] }, { tagIds: [tag.id] }]
      const requests = lists.map((query) => ann.call(conversations, { query }))
      const responses = await Promise.all(requests)
      return responses.map(({ body }) => body.data.map(({ id }) => id).filter((id) => contactIds.includes(id)))
    }
    const each = (ids: string[]) => [ids, ids, ids]
    expect(await orders()).toEqual(each([second.id, first.id]))
    const message = await sendWithUndo(first, 'Never mind')
    expect(await orders()).toEqual(each([first.id, second.id]))
    await cancel(message)
    expect(await orders()).toEqual(each([second.id, first.id]))
    expect((await thread(first)).conversation).toMatchObject({
      lastAt: before?.lastAt,
      lastMessage: { at: before?.lastAt },
    })
    // A later message moves it again.
    await send(first, 'After all', { undoSeconds: 0 })
    expect(await orders()).toEqual(each([first.id, second.id]))
  })

  test('undo archives a conversation again that the message had reopened', async () => {
    const eve = await archivedOne()
    const gus = await t.connectClient(t.acme.gus)
    const message = await sendWithUndo(eve, 'One more thing')
    expect((await thread(eve)).conversation?.archived).toBe(false)
    await cancel(message)
    expect((await thread(eve)).conversation).toMatchObject({ archived: true, shared: { waitingSince: null } })
    await gus.next<ConversationUpdated>('conversation-updated', (event) => event.contactId === eve.id && event.archived)
    // A second undo has the same result.
    const secondMessage = await sendWithUndo(eve, 'One more thing, again')
    await cancel(secondMessage)
    expect((await thread(eve)).conversation?.archived).toBe(true)
  })

  test('undo keeps a conversation open after later activity', async () => {
    const ann = t.as(t.acme.ann)
    const { tag } = (await ann.call(createTag, { body: { name: 'Since then', color: 'red' } })).body
    const happenings: [what: string, happens: (eve: TestContact) => Promise<unknown>][] = [
      ['a text', (eve) => texts(eve, 'I am here')],
      ['a note', (eve) => ann.call(writeNote, { body: { contactId: eve.id, body: 'Called her' } })],
      ['a tag', (eve) => ann.call(tagConversation, { query: { id: eve.id }, body: { add: [tag.id] } })],
      [
        'a teammate',
        (eve) => ann.call(assignConversation, { query: { id: eve.id }, body: { assigneeId: t.acme.gus.id } }),
      ],
      ['another answer', (eve) => send(eve, 'And this', { undoSeconds: 0 })],
    ]
    for (const [activity, happens] of happenings) {
      const eve = await archivedOne()
      const message = await sendWithUndo(eve, 'One more thing')
      await happens(eve)
      expect({ what: activity, ...(await cancel(message)) }).toMatchObject({ what: activity, http: 200 })
      expect({ what: activity, archived: (await thread(eve)).conversation?.archived }).toEqual({
        what: activity,
        archived: false,
      })
    }
  })

  test('undo keeps a conversation open that was open before', async () => {
    const eve = await archivedOne()
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: eve.id }, body: { archived: false } })
    await cancel(await sendWithUndo(eve, 'One more thing'))
    expect((await thread(eve)).conversation?.archived).toBe(false)
  })

  test('says that a text is canceled when it is canceled again', async () => {
    const message = await sendWithUndo(await someone(), 'Never mind')
    expect(await cancel(message)).toMatchObject({ http: 200 })
    expect(await cancel(message, t.acme.gus)).toMatchObject({ http: 409, body: { code: 'already_canceled' } })
  })

  test('sends the message after the window, when a cancel is refused', async () => {
    const eve = await someone()
    const { message } = (await send(eve, 'On its way', { undoSeconds: 5 })).body
    await comes(message.id)
    await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
    expect(await cancel(message)).toMatchObject({ http: 409, body: { code: 'already_on_its_way' } })
    expect(await sentTo(eve)).toHaveLength(1)
  })

  test('a message cancelled when due is either cancelled or sent, never both, in fifty runs', async () => {
    // To several people: those to one leave one after the other, for which a busy machine needs a minute.
    const people = await Promise.all(Array.from({ length: 10 }, () => someone()))
    const texts = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const user = await makeUser(t.process.kernel, t.acme.id, {
          firstname: `P${n}`,
          lastname: 'X',
          role: 'agent',
        })
        const { message } = (await send(people[n % 10]!, `Race ${n}`, { undoSeconds: 10 }, user)).body
        return { person: user, message }
      }),
    )
    const answers = await Promise.all(
      texts.map(async ({ message, person }, n) => {
        const due = comes(message.id)
        if (n % 3 === 0) await due
        if (n % 7 === 0) await t.until(async () => (await stateOf(message.id))?.state !== 'held' || n % 2 === 0)
        const answer = await cancel(message, person)
        await due
        return { message, http: answer.http, code: answer.body.code }
      }),
    )
    await t.until(async () => {
      const messages = await Promise.all(texts.map(({ message }) => stateOf(message.id)))
      return messages.every((message) => message?.state === 'cancelled' || message?.state === 'delivered')
    })
    const sent = new Set((await t.carrier.sent()).map((message) => message.reference))
    for (const { message, http, code } of answers) {
      const { state } = (await stateOf(message.id)) ?? {}
      expect({ http, state, wasSent: sent.has(message.id) }).toEqual(
        http === 200
          ? { http: 200, state: 'cancelled', wasSent: false }
          : { http: 409, state: 'delivered', wasSent: true },
      )
      if (http !== 200) expect(code).toBe('already_on_its_way')
    }
  })
})

describe('a scheduled message', () => {
  test('stays out of the conversation summary, is listed, and goes to the current number at its time', async () => {
    const eve = await someone('Eve')
    const ann = await t.connectClient(t.acme.ann)
    const scheduledAt = inHours(30)
    const { http, body } = await send(eve, 'Shift at 7', {
      scheduledAt,
      timeZone: 'America/Denver',
      cancelIfReply: true,
    })
    expect(http).toBe(200)
    expect(body.message).toMatchObject({
      ...{
        state: 'scheduled',
        holdReason: 'scheduled',
        dueAt: scheduledAt,
        dueZone: 'America/Denver',
        cancelIfReply: true,
      },
    })
    await ann.next<ConversationUpdated>(
      'conversation-updated',
      (event) => event.contactId === eve.id && event.shared.nextScheduledAt === scheduledAt,
    )
    expect((await thread(eve)).conversation.lastMessage).toBeNull()
    const list = await t.as(t.acme.gus).call(scheduledMessages, { query: { contactId: eve.id } })
    expect(list.body.data).toMatchObject([{ message: { id: body.message.id }, contact: { firstname: 'Eve' } }])
    await sql`update contact set phone = '+14155559911' where id = ${eve.id}`.execute(db(t.acme))
    await comes(body.message.id)
    await t.until(async () => (await stateOf(body.message.id))?.state === 'delivered')
    expect(await sentTo({ ...eve, phone: '+14155559911' })).toMatchObject([{ body: 'Shift at 7' }])
    const after = await thread(eve)
    expect(after.conversation).toMatchObject({
      lastMessage: { id: body.message.id },
      shared: { nextScheduledAt: null },
    })
    const stored = after.messages.find((message) => message.id === body.message.id)
    expect(stored).toMatchObject({ state: 'delivered', dueAt: null, holdReason: null })
  })

  test('refuses times less than a minute or more than a year ahead with a field error', async () => {
    const eve = await someone()
    expect(await send(eve, 'Now?', { scheduledAt: inHours(0) })).toMatchObject({
      http: 422,
      body: { code: 'too_soon', fieldErrors: { scheduledAt: expect.any(String) } },
    })
    expect(await send(eve, 'Later?', { scheduledAt: inHours(24 * 367) })).toMatchObject({
      http: 422,
      body: { code: 'too_late' },
    })
  })

  test('can be edited until it is sent, and teammates see the change immediately', async () => {
    const eve = await someone()
    const { message } = (await send(eve, 'At 7', { scheduledAt: inHours(3) })).body
    const gus = await t.connectClient(t.acme.gus)
    const scheduledAt = inHours(5)
    const changed = await edit(message, { body: 'At 8, {first_name}', scheduledAt, cancelIfReply: true })
    expect(changed).toMatchObject({
      http: 200,
      body: { message: { body: 'At 8, Eve', dueAt: scheduledAt, cancelIfReply: true, segments: 1 } },
    })
    // Changes of other messages, and of this one before the edit, may still arrive.
    await gus.next<MessageChanged>(
      'message-changed',
      ({ message: { id, body } }) => id === message.id && body === 'At 8, Eve',
    )
    expect((await thread(eve)).conversation.shared.nextScheduledAt).toBe(scheduledAt)
    expect((await edit(message, { scheduledAt: inHours(0) })).body.code).toBe('too_soon')
    expect((await edit(message, { body: '  ' })).body.code).toBe('message_empty')
    await comes(message.id)
    await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
    expect((await edit(message, { body: 'Too late' })).body.code).toBe('already_on_its_way')
    expect(await sentTo(eve)).toMatchObject([{ body: 'At 8, Eve' }])
  })

  test('is either sent or waits when postponed at its due time', async () => {
    const eve = await someone()
    for (let n = 0; n < 12; n += 1) {
      const { message } = (await send(eve, `Move ${n}`, { scheduledAt: inHours(2) })).body
      const [answer] = await Promise.all([edit(message, { scheduledAt: inHours(9) }), comes(message.id)])
      if (answer.http === 409) await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
      // The test moved the time back after the edit: the message is due again and is sent as edited.
      else await comes(message.id)
      await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
      expect((await sentTo(eve)).filter((sent) => sent.body === `Move ${n}`)).toHaveLength(1)
    }
  })

  test('is sent immediately on request and updates the summary; a cancelled one is never sent', async () => {
    const eve = await someone()
    const first = (await send(eve, 'Go now', { scheduledAt: inHours(8) })).body.message
    const second = (await send(eve, 'Never', { scheduledAt: inHours(9) })).body.message
    const now = await t.as(t.acme.gus).call(sendScheduledNow, { query: queryFor(first) })
    expect(now).toMatchObject({ http: 200, body: { message: { dueAt: null } } })
    await t.until(async () => (await stateOf(first.id))?.state === 'delivered')
    expect((await thread(eve)).conversation).toMatchObject({
      lastMessage: { id: first.id },
      shared: { nextScheduledAt: second.dueAt },
    })
    await cancel(second)
    await comes(second.id)
    await t.drain()
    expect((await sentTo(eve)).map((message) => message.body)).toEqual(['Go now'])
    expect((await t.as(t.acme.gus).call(sendScheduledNow, { query: queryFor(first) })).body.code).toBe(
      'already_on_its_way',
    )
  })

  test('is stopped at its time by an opt-out, an archived contact, a landline, or hours of delay', async () => {
    const [out, archived, fixed, late] = [await someone(), await someone(), await someone(), await someone()]
    const schedule = async (contact: TestContact) =>
      (await send(contact, 'Hello', { scheduledAt: inHours(2) })).body.message
    const [a, b, c, d] = await Promise.all([schedule(out), schedule(archived), schedule(fixed), schedule(late)])
    await t.carrier.texts(out.phone, 'STOP', t.acme.line.phone)
    await t.until(async () => (await sentTo(out)).length === 1)
    await sql`update contact set archived_at = now() where id = ${archived.id}`.execute(db(t.acme))
    await sql`update contact set phone_state = 'landline' where id = ${fixed.id}`.execute(db(t.acme))
    for (const message of [a, b, c]) await comes(message.id)
    await comes(d.id, 7)
    const settled = await t.until(async () => {
      const states = await Promise.all([a, b, c, d].map((message) => stateOf(message.id)))
      return states.every((row) => row?.state !== 'scheduled') && states
    })
    expect(settled).toEqual([
      { state: 'suppressed', error_code: 'opted_out' },
      { state: 'suppressed', error_code: 'contact_archived' },
      { state: 'suppressed', error_code: 'landline' },
      { state: 'expired', error_code: 'missed' },
    ])
    const expired = (await thread(late)).messages.find((message) => message.id === d.id)
    expect(expired?.reason).toBe("This couldn't go out on time, so we didn't send it.")
    expect((await thread(late)).conversation.shared.failed).toBe(true)
    expect(await sentTo(late)).toEqual([])
  })

  test('is cancelled by a reply if requested, without affecting others', async () => {
    const eve = await someone()
    const cancelledMessage = (await send(eve, 'Still there?', { scheduledAt: inHours(2), cancelIfReply: true })).body
      .message
    const storedMessage = (await send(eve, 'Shift at 7', { scheduledAt: inHours(3) })).body.message
    const scope = systemScope(t.process.kernel, t.acme)
    await scope.tx((tx) => cancelOnReply(tx, [eve.id]))
    expect(await stateOf(cancelledMessage.id)).toMatchObject({ state: 'cancelled' })
    expect(await stateOf(storedMessage.id)).toMatchObject({ state: 'scheduled' })
    expect((await thread(eve)).conversation.shared.nextScheduledAt).toBe(storedMessage.dueAt)
  })

  test('is listed in pages, soonest first, within the group scope of the member', async () => {
    const [mine, outOfScope] = [await someone('Mia'), await someone('Oli')]
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'North', [mine.id])
    const sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'N', role: 'agent' })
    await limitTo(t.process.kernel, sam, [groupId])
    const theirs = (await send(outOfScope, 'Not yours', { scheduledAt: inHours(40) })).body.message
    for (const hours of [43, 41, 42]) await send(mine, `In ${hours}`, { scheduledAt: inHours(hours) }, sam)
    const first = await t.as(sam).call(scheduledMessages, { query: { pageSize: 2 } })
    expect(first.body.data.map((row) => row.message.body)).toEqual(['In 41', 'In 42'])
    const second = await t
      .as(sam)
      .call(scheduledMessages, { query: { pageSize: 2, cursor: first.body.nextCursor ?? '' } })
    expect(second.body.data.map((row) => row.message.body)).toEqual(['In 43'])
    expect(second.body.nextCursor).toBeUndefined()
    const [scheduled] = first.body.data
    expect((await cancel(theirs, sam)).http).toBe(404)
    expect(
      (
        await t
          .as(sam)
          .call(editScheduled, { query: queryFor(scheduled?.message as Message), body: { scheduledAt: inHours(50) } })
      ).http,
    ).toBe(200)
    expect((await cancel(scheduled?.message as Message, sam)).body.message).toMatchObject({ state: 'cancelled' })
    expect((await t.as(t.beta.ann).call(cancelScheduled, { query: queryFor(theirs) })).http).toBe(404)
    expect((await cancel({ ...(theirs as Message), contactId: mine.id })).http).toBe(404)
  })
})

describe('repeated sends', () => {
  test('with the same key but another time, file or translation are refused', async () => {
    const eve = await someone()
    const key = { clientMessageId: t.process.kernel.world.id() }
    const scheduledAt = inHours(4)
    const first = await send(eve, 'Once', { ...key, scheduledAt })
    expect((await send(eve, 'Once', { ...key, scheduledAt })).body).toMatchObject({
      deduplicated: true,
      message: { id: first.body.message.id },
    })
    for (const more of [{ scheduledAt: inHours(6) }, { scheduledAt, cancelIfReply: true }] as object[])
      expect((await send(eve, 'Once', Object.assign(more, key))).body.code).toBe('key_reused')
    expect((await send(eve, 'Once', key)).body.code).toBe('key_reused')
  })

  test('are refused once after a teammate replied, and accepted when the reply was seen', async () => {
    const eve = await someone()
    const seenMessage = (await send(eve, 'Hello', {})).body.message
    const theirs = (await send(eve, 'I am Gus', {}, t.acme.gus)).body.message
    const key = { clientMessageId: t.process.kernel.world.id() }
    expect(await send(eve, 'I am Ann', { ...key, seenMessageId: seenMessage.id })).toMatchObject({
      http: 409,
      body: { code: 'answered_meanwhile' },
    })
    expect((await send(eve, 'I am Ann', { ...key, seenMessageId: theirs.id })).http).toBe(200)
    expect((await send(eve, 'And Ann again', { seenMessageId: theirs.id })).http).toBe(200)
  })

  test('fail for one of two teammates who reply at the same moment', async () => {
    const eve = await someone()
    const seenMessage = (await send(eve, 'Hello', {})).body.message
    const answers = await Promise.all([
      send(eve, 'From Gus', { seenMessageId: seenMessage.id }, t.acme.gus),
      send(eve, 'From Ann', { seenMessageId: seenMessage.id }),
    ])
    expect(new Set(answers.map((answer) => answer.http))).toEqual(new Set([200, 409]))
  })
})

describe('files', () => {
  test('are sent with or without text, and the list shows their kind', async () => {
    const eve = await someone()
    const { file } = (await upload(t, t.acme.ann, await photo(300, 200), 'dock.jpg')).body
    const sent = await send(eve, '', { mediaIds: [file.id] })
    expect(sent).toMatchObject({
      http: 200,
      body: { message: { body: '', segments: 1, media: [{ id: file.id, kind: 'image', url: expect.any(String) }] } },
    })
    expect(JSON.stringify(sent.body)).not.toContain('linkKey')
    expect((await thread(eve)).conversation.lastMessage?.preview).toBe('📷 dock.jpg')
    await t.until(async () => (await stateOf(sent.body.message.id))?.state === 'delivered')
    expect((await t.carrier.onPhone(eve.phone)).map((message) => message.media.map(({ mime }) => mime))).toEqual([
      ['image/jpeg'],
    ])
    expect((await send(eve, 'Again', { mediaIds: [file.id] })).body.code).toBe('file_unknown')
    expect((await send(eve, 'Foreign', { mediaIds: [t.process.kernel.world.id()] })).body.code).toBe('file_unknown')
  })
})

describe('the message text', () => {
  test('has its merge fields filled by the server, which names an empty one', async () => {
    const eve = await someone('Eve')
    expect(
      (await send(eve, 'Hi {first_name}, {my_first_name} of {organization}. {location|Your site}')).body.message.body,
    ).toBe('Hi Eve, Ann of Acme. Your site')
    expect(await send(eve, 'Come to {location}, {job_title}')).toMatchObject({
      http: 422,
      body: { code: 'merge_missing', fieldErrors: { body: 'Empty for this contact: {location}, {job_title}.' } },
    })
  })

  test('is sent translated, with the original kept next to it', async () => {
    const eve = await someone('Eve')
    const { message } = (
      await send(eve, 'Hello {first_name}', { translation: { text: 'Hola {first_name}', to: 'es' } })
    ).body
    expect(message).toMatchObject({
      body: 'Hola Eve',
      translation: { text: 'Hello Eve', from: 'es', to: 'en', provider: 'member' },
    })
    await t.drain()
    expect(await sentTo(eve)).toMatchObject([{ body: 'Hola Eve' }])
  })
})
