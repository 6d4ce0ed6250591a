import type { ConversationUpdated, MessageChanged, OutgoingMessage } from '@crewline/contract/events'
import {
  archiveConversation,
  assignConversation,
  conversation,
  conversations,
  tagConversation,
} from '@crewline/contract/inbox'
import {
  cancelScheduled,
  editScheduled,
  scheduledMessages,
  sendMessage,
  sendScheduledNow,
  type Message,
} from '@crewline/contract/messages'
import { writeNote } from '@crewline/contract/notes'
import { createTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, makeWorker, type Org, type Worker } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { cancelOnReply } from './index.ts'
import { systemScope } from '../../../test/kit/scopes.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const say = (worker: Worker, body: string, more: object = {}, person = t.acme.ann) =>
  t.as(person).call(sendMessage, { body: { contactId: worker.id, body, ...more } })
const place = (message: Message) => ({ message_id: message.id, conversation_id: message.contactId })
const cancel = (message: Message, person = t.acme.ann) => t.as(person).call(cancelScheduled, { query: place(message) })
const edit = (message: Message, body: object) => t.as(t.acme.ann).call(editScheduled, { query: place(message), body })
const thread = async (worker: Worker) => (await t.as(t.acme.ann).call(conversation, { params: { id: worker.id } })).body
const sentTo = async (worker: Worker) => (await t.carrier.sent()).filter((one) => one.to === worker.phone)
let nth = 0
const someone = (name = 'Eve') =>
  makeWorker(t.process.kernel, t.acme.id, name, `+14155552${String((nth += 1)).padStart(3, '0')}`)
const stateOf = async (id: string) =>
  (
    await sql<{
      state: string
      error_code: string | null
    }>`select state, error_code from message where id = ${id}`.execute(db(t.acme))
  ).rows[0]
/** Lets the time of a text come, or have been long ago. */
const comes = async (id: string, hoursAgo = 0) => {
  const due = new Date(Date.now() - hoursAgo * 3_600_000)
  await sql`update message set due_at = ${due} where id = ${id} and due_at is not null`.execute(db(t.acme))
  await sql`update outgoing_chunk set due_at = ${due} where id = ${id}`.execute(db(t.acme))
  t.process.kernel.bell.ring('texts')
}

/** Tells a worker's text and waits until it is in its thread. */
async function texts(one: Worker, body: string): Promise<void> {
  await t.carrier.texts(one.phone, body, t.acme.line.phone)
  await t.until(async () => (await thread(one)).messages.some((message) => message.body === body))
}

/** A worker who wrote, and whose conversation was archived then. */
async function archivedOne(): Promise<Worker> {
  const one = await someone()
  await texts(one, 'All good')
  await t.as(t.acme.ann).call(archiveConversation, { query: { id: one.id }, body: { archived: true } })
  return one
}

describe('the moment to undo a text', () => {
  test('it stands at the head at once, and cancelled it was never sent: the worker still waits for an answer', async () => {
    const eve = await someone()
    await t.carrier.texts(eve.phone, 'Am I on tomorrow?', t.acme.line.phone)
    await t.until(async () => (await thread(eve)).conversation?.shared.waitingSince)
    const gus = await t.heard(t.acme.gus)
    const { message } = (await say(eve, 'Yes, at six', { undoSeconds: 10 })).body
    expect(message).toMatchObject({ state: 'held', holdReason: 'undo', dueAt: expect.any(String) })
    expect((await gus.next<OutgoingMessage>('outgoing-message')).message.id).toBe(message.id)
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

  test('taken back, its conversation stands where it stood: in the list, in those of its groups and tags, and by its time', async () => {
    const [first, second] = [await someone('First'), await someone('Second')]
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Where they stand', [first.id, second.id])
    const ann = t.as(t.acme.ann)
    const { tag } = (await ann.call(createTag, { body: { name: 'Where they stand', color: 'blue' } })).body
    const contactIds = [first.id, second.id]
    for (const one of [first, second]) {
      await t.carrier.texts(one.phone, 'Hello', t.acme.line.phone)
      await t.until(async () => (await thread(one)).conversation?.lastMessage)
    }
    for (const id of contactIds) await ann.call(tagConversation, { query: { id }, body: { add: [tag.id] } })
    const before = (await thread(first)).conversation
    const orders = async () => {
      const lists = [{}, { groupIds: [group] }, { tagIds: [tag.id] }]
      const asked = lists.map((query) => ann.call(conversations, { query }))
      const told = await Promise.all(asked)
      return told.map(({ body }) => body.data.map(({ id }) => id).filter((id) => contactIds.includes(id)))
    }
    const each = (ids: string[]) => [ids, ids, ids]
    expect(await orders()).toEqual(each([second.id, first.id]))
    const { message } = (await say(first, 'Never mind', { undoSeconds: 10 })).body
    expect(await orders()).toEqual(each([first.id, second.id]))
    await cancel(message)
    expect(await orders()).toEqual(each([second.id, first.id]))
    expect((await thread(first)).conversation).toMatchObject({
      lastAt: before?.lastAt,
      lastMessage: { at: before?.lastAt },
    })
    // What comes after moves it again.
    await say(first, 'After all', { undoSeconds: 0 })
    expect(await orders()).toEqual(each([first.id, second.id]))
  })

  test('taken back, a conversation it had brought back from the archive goes there again', async () => {
    const eve = await archivedOne()
    const gus = await t.heard(t.acme.gus)
    const { message } = (await say(eve, 'One more thing', { undoSeconds: 10 })).body
    expect((await thread(eve)).conversation?.archived).toBe(false)
    await cancel(message)
    expect((await thread(eve)).conversation).toMatchObject({ archived: true, shared: { waitingSince: null } })
    await gus.next<ConversationUpdated>('conversation-updated', (told) => told.contactId === eve.id && told.archived)
    // Taken back once more, it is the same.
    const again = (await say(eve, 'One more thing, again', { undoSeconds: 10 })).body.message
    await cancel(again)
    expect((await thread(eve)).conversation?.archived).toBe(true)
  })

  test('taken back, a conversation in which something happened since stays open', async () => {
    const ann = t.as(t.acme.ann)
    const { tag } = (await ann.call(createTag, { body: { name: 'Since then', color: 'red' } })).body
    const happenings: [what: string, happens: (eve: Worker) => Promise<unknown>][] = [
      ['a text', (eve) => texts(eve, 'I am here')],
      ['a note', (eve) => ann.call(writeNote, { body: { contactId: eve.id, body: 'Called her' } })],
      ['a tag', (eve) => ann.call(tagConversation, { query: { id: eve.id }, body: { add: [tag.id] } })],
      [
        'a teammate',
        (eve) => ann.call(assignConversation, { query: { id: eve.id }, body: { assigneeId: t.acme.gus.id } }),
      ],
      ['another answer', (eve) => say(eve, 'And this', { undoSeconds: 0 })],
    ]
    for (const [what, happens] of happenings) {
      const eve = await archivedOne()
      const { message } = (await say(eve, 'One more thing', { undoSeconds: 10 })).body
      await happens(eve)
      expect({ what, ...(await cancel(message)) }).toMatchObject({ what, http: 200 })
      expect({ what, archived: (await thread(eve)).conversation?.archived }).toEqual({ what, archived: false })
    }
  })

  test('taken back, a conversation that was open stays open', async () => {
    const eve = await archivedOne()
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: eve.id }, body: { archived: false } })
    await cancel((await say(eve, 'One more thing', { undoSeconds: 10 })).body.message)
    expect((await thread(eve)).conversation?.archived).toBe(false)
  })

  test('left alone it goes by itself, and then it is too late', async () => {
    const eve = await someone()
    const { message } = (await say(eve, 'On its way', { undoSeconds: 5 })).body
    await comes(message.id)
    await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
    expect(await cancel(message)).toMatchObject({ http: 409, body: { code: 'already_on_its_way' } })
    expect(await sentTo(eve)).toHaveLength(1)
  })

  test('cancelled and due in the same moment, fifty times: cancelled or sent, never both', async () => {
    const eve = await someone()
    const texts = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const person = await makePerson(t.process.kernel, t.acme.id, {
          firstname: `P${n}`,
          lastname: 'X',
          role: 'agent',
        })
        return { person, message: (await say(eve, `Race ${n}`, { undoSeconds: 10 }, person)).body.message }
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
      const left = await Promise.all(texts.map(({ message }) => stateOf(message.id)))
      return left.every((one) => one?.state === 'cancelled' || one?.state === 'delivered')
    })
    const sent = new Set((await t.carrier.sent()).map((one) => one.reference))
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

describe('a text for a chosen time', () => {
  test('waits outside the head, is in the list, and goes at its time to the number the worker has then', async () => {
    const eve = await someone('Eve')
    const ann = await t.heard(t.acme.ann)
    const scheduledAt = inHours(30)
    const { http, body } = await say(eve, 'Shift at 7', {
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
    const shown = after.messages.find((one) => one.id === body.message.id)
    expect(shown).toMatchObject({ state: 'delivered', dueAt: null, holdReason: null })
  })

  test('less than a minute or more than a year ahead is refused next to the field', async () => {
    const eve = await someone()
    expect(await say(eve, 'Now?', { scheduledAt: inHours(0) })).toMatchObject({
      http: 422,
      body: { code: 'too_soon', fieldErrors: { scheduledAt: expect.any(String) } },
    })
    expect(await say(eve, 'Later?', { scheduledAt: inHours(24 * 367) })).toMatchObject({
      http: 422,
      body: { code: 'too_late' },
    })
  })

  test('its words and time can be changed until it goes; others see it at once', async () => {
    const eve = await someone()
    const { message } = (await say(eve, 'At 7', { scheduledAt: inHours(3) })).body
    const gus = await t.heard(t.acme.gus)
    const scheduledAt = inHours(5)
    const changed = await edit(message, { body: 'At 8, {first_name}', scheduledAt, cancelIfReply: true })
    expect(changed).toMatchObject({
      http: 200,
      body: { message: { body: 'At 8, Eve', dueAt: scheduledAt, cancelIfReply: true, segments: 1 } },
    })
    expect((await gus.next<MessageChanged>('message-changed')).message).toMatchObject({ body: 'At 8, Eve' })
    expect((await thread(eve)).conversation.shared.nextScheduledAt).toBe(scheduledAt)
    expect((await edit(message, { scheduledAt: inHours(0) })).body.code).toBe('too_soon')
    expect((await edit(message, { body: '  ' })).body.code).toBe('message_empty')
    await comes(message.id)
    await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
    expect((await edit(message, { body: 'Too late' })).body.code).toBe('already_on_its_way')
    expect(await sentTo(eve)).toMatchObject([{ body: 'At 8, Eve' }])
  })

  test('put off in the moment it is due, it either went or waits; never both', async () => {
    const eve = await someone()
    for (let n = 0; n < 12; n += 1) {
      const { message } = (await say(eve, `Move ${n}`, { scheduledAt: inHours(2) })).body
      const [answer] = await Promise.all([edit(message, { scheduledAt: inHours(9) }), comes(message.id)])
      if (answer.http === 409) await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
      // The test moved the time back after the edit: it is due again, and goes as it was left.
      else await comes(message.id)
      await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
      expect((await sentTo(eve)).filter((one) => one.body === `Move ${n}`)).toHaveLength(1)
    }
  })

  test('sent now it goes now and is the head; cancelled it never goes', async () => {
    const eve = await someone()
    const first = (await say(eve, 'Go now', { scheduledAt: inHours(8) })).body.message
    const second = (await say(eve, 'Never', { scheduledAt: inHours(9) })).body.message
    const now = await t.as(t.acme.gus).call(sendScheduledNow, { query: place(first) })
    expect(now).toMatchObject({ http: 200, body: { message: { dueAt: null } } })
    await t.until(async () => (await stateOf(first.id))?.state === 'delivered')
    expect((await thread(eve)).conversation).toMatchObject({
      lastMessage: { id: first.id },
      shared: { nextScheduledAt: second.dueAt },
    })
    await cancel(second)
    await comes(second.id)
    await t.drain()
    expect((await sentTo(eve)).map((one) => one.body)).toEqual(['Go now'])
    expect((await t.as(t.acme.gus).call(sendScheduledNow, { query: place(first) })).body.code).toBe(
      'already_on_its_way',
    )
  })

  test('what stands in the way then, stops it then: opted out, archived, landline, missed by hours', async () => {
    const [out, gone, fixed, late] = [await someone(), await someone(), await someone(), await someone()]
    const wait = async (worker: Worker) => (await say(worker, 'Hello', { scheduledAt: inHours(2) })).body.message
    const [a, b, c, d] = await Promise.all([wait(out), wait(gone), wait(fixed), wait(late)])
    await t.carrier.texts(out.phone, 'STOP', t.acme.line.phone)
    await t.until(async () => (await sentTo(out)).length === 1)
    await sql`update contact set archived_at = now() where id = ${gone.id}`.execute(db(t.acme))
    await sql`update contact set phone_state = 'landline' where id = ${fixed.id}`.execute(db(t.acme))
    for (const one of [a, b, c]) await comes(one.id)
    await comes(d.id, 7)
    const settled = await t.until(async () => {
      const states = await Promise.all([a, b, c, d].map((one) => stateOf(one.id)))
      return states.every((one) => one?.state !== 'scheduled') && states
    })
    expect(settled).toEqual([
      { state: 'suppressed', error_code: 'opted_out' },
      { state: 'suppressed', error_code: 'contact_archived' },
      { state: 'suppressed', error_code: 'landline' },
      { state: 'expired', error_code: 'missed' },
    ])
    const shown = (await thread(late)).messages.find((one) => one.id === d.id)
    expect(shown?.reason).toBe('This missed its time, so we did not send it late.')
    expect((await thread(late)).conversation.shared.failed).toBe(true)
    expect(await sentTo(late)).toEqual([])
  })

  test('a reply cancels what it was to cancel and nothing else', async () => {
    const eve = await someone()
    const asked = (await say(eve, 'Still there?', { scheduledAt: inHours(2), cancelIfReply: true })).body.message
    const kept = (await say(eve, 'Shift at 7', { scheduledAt: inHours(3) })).body.message
    const scope = systemScope(t.process.kernel, t.acme)
    await scope.tx((tx) => cancelOnReply(tx, [eve.id]))
    expect(await stateOf(asked.id)).toMatchObject({ state: 'cancelled' })
    expect(await stateOf(kept.id)).toMatchObject({ state: 'scheduled' })
    expect((await thread(eve)).conversation.shared.nextScheduledAt).toBe(kept.dueAt)
  })

  test('the list goes on where its page ended, soonest first, and shows a narrow member their own people only', async () => {
    const [mine, other] = [await someone('Mia'), await someone('Oli')]
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'North', [mine.id])
    const sam = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'N', role: 'agent' })
    await limitTo(t.process.kernel, sam, [groupId])
    const theirs = (await say(other, 'Not yours', { scheduledAt: inHours(40) })).body.message
    for (const hours of [43, 41, 42]) await say(mine, `In ${hours}`, { scheduledAt: inHours(hours) }, sam)
    const first = await t.as(sam).call(scheduledMessages, { query: { pageSize: 2 } })
    expect(first.body.data.map((one) => one.message.body)).toEqual(['In 41', 'In 42'])
    const rest = await t
      .as(sam)
      .call(scheduledMessages, { query: { pageSize: 2, cursor: first.body.nextCursor ?? '' } })
    expect(rest.body.data.map((one) => one.message.body)).toEqual(['In 43'])
    expect(rest.body.nextCursor).toBeUndefined()
    const [one] = first.body.data
    expect((await cancel(theirs, sam)).http).toBe(404)
    expect(
      (
        await t
          .as(sam)
          .call(editScheduled, { query: place(one?.message as Message), body: { scheduledAt: inHours(50) } })
      ).http,
    ).toBe(200)
    expect((await cancel(one?.message as Message, sam)).body.message).toMatchObject({ state: 'cancelled' })
    expect((await t.as(t.beta.ann).call(cancelScheduled, { query: place(theirs) })).http).toBe(404)
    expect((await cancel({ ...(theirs as Message), contactId: mine.id })).http).toBe(404)
  })
})

describe('the same send', () => {
  test('with the same key and another time, file or translation is another send', async () => {
    const eve = await someone()
    const key = { clientMessageId: t.process.kernel.world.id() }
    const scheduledAt = inHours(4)
    const first = await say(eve, 'Once', { ...key, scheduledAt })
    expect((await say(eve, 'Once', { ...key, scheduledAt })).body).toMatchObject({
      deduplicated: true,
      message: { id: first.body.message.id },
    })
    for (const more of [{ scheduledAt: inHours(6) }, { scheduledAt, cancelIfReply: true }] as object[])
      expect((await say(eve, 'Once', Object.assign(more, key))).body.code).toBe('key_reused')
    expect((await say(eve, 'Once', key)).body.code).toBe('key_reused')
  })

  test('after a teammate answered is refused once; having seen the answer it goes', async () => {
    const eve = await someone()
    const seen = (await say(eve, 'Hello', {})).body.message
    const theirs = (await say(eve, 'I am Gus', {}, t.acme.gus)).body.message
    const key = { clientMessageId: t.process.kernel.world.id() }
    expect(await say(eve, 'I am Ann', { ...key, seenMessageId: seen.id })).toMatchObject({
      http: 409,
      body: { code: 'answered_meanwhile' },
    })
    expect((await say(eve, 'I am Ann', { ...key, seenMessageId: theirs.id })).http).toBe(200)
    expect((await say(eve, 'And Ann again', { seenMessageId: theirs.id })).http).toBe(200)
  })

  test('of two teammates who answer at the same moment, one is told', async () => {
    const eve = await someone()
    const seen = (await say(eve, 'Hello', {})).body.message
    const answers = await Promise.all([
      say(eve, 'From Gus', { seenMessageId: seen.id }, t.acme.gus),
      say(eve, 'From Ann', { seenMessageId: seen.id }),
    ])
    expect(new Set(answers.map((one) => one.http))).toEqual(new Set([200, 409]))
  })
})

describe('files', () => {
  test('go along with words or without any; the list shows what they are', async () => {
    const eve = await someone()
    const { file } = (await upload(t, t.acme.ann, await photo(300, 200), 'dock.jpg')).body
    const sent = await say(eve, '', { mediaIds: [file.id] })
    expect(sent).toMatchObject({
      http: 200,
      body: { message: { body: '', segments: 1, media: [{ id: file.id, kind: 'image', url: expect.any(String) }] } },
    })
    expect(JSON.stringify(sent.body)).not.toContain('linkKey')
    expect((await thread(eve)).conversation.lastMessage?.preview).toBe('📷 dock.jpg')
    await t.until(async () => (await stateOf(sent.body.message.id))?.state === 'delivered')
    expect((await t.carrier.onPhone(eve.phone)).map((one) => one.media.map(({ mime }) => mime))).toEqual([
      ['image/jpeg'],
    ])
    expect((await say(eve, 'Again', { mediaIds: [file.id] })).body.code).toBe('file_unknown')
    expect((await say(eve, 'Foreign', { mediaIds: [t.process.kernel.world.id()] })).body.code).toBe('file_unknown')
  })
})

describe('words', () => {
  test('fields are filled by the server; an empty one is named', async () => {
    const eve = await someone('Eve')
    expect(
      (await say(eve, 'Hi {first_name}, {my_first_name} of {organization}. {location|Your site}')).body.message.body,
    ).toBe('Hi Eve, Ann of Acme. Your site')
    expect(await say(eve, 'Come to {location}, {job_title}')).toMatchObject({
      http: 422,
      body: { code: 'merge_missing', fieldErrors: { body: 'Empty for this person: {location}, {job_title}.' } },
    })
  })

  test('a translation is what the worker gets; what the teammate wrote stays beside it', async () => {
    const eve = await someone('Eve')
    const { message } = (await say(eve, 'Hello {first_name}', { translation: { text: 'Hola {first_name}', to: 'es' } }))
      .body
    expect(message).toMatchObject({
      body: 'Hola Eve',
      translation: { text: 'Hello Eve', from: 'es', to: 'en', provider: 'member' },
    })
    await t.drain()
    expect(await sentTo(eve)).toMatchObject([{ body: 'Hola Eve' }])
  })
})
