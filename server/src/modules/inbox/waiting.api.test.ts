import { assignConversation, archiveConversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { createShiftNote, readShiftNote, waitingQueue } from '@crewline/contract/shift-notes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  limitTo,
  makeContact,
  makeGroup,
  makeOrg,
  makeUser,
  type Org,
  type TestContact,
  type TestUser,
} from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../delivery/scope.ts'
import { receive } from '../messages/index.ts'

let t: TestApp
let crew: Org
let other: Org
let sam: TestUser
const contacts: TestContact[] = []
const start = Date.now() - 3_600_000

/** Inserts a message from a number with a given arrival time. */
async function receiveMessage(org: Org, from: string, at: Date): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, org.id, 'test')
  await scope.tx((tx) =>
    receive({ ...tx, world: { ...tx.world, now: () => at } }, name, [
      { eventKey: tx.world.id(), lineId: org.line.id, linePhone: org.line.phone, from, body: 'Hello' },
    ]),
  )
}

const idOf = (n: number) => (contacts[n] as TestContact).id
const at = (n: number) => new Date(start + n * 1_000)
const queueOf = async (user: TestUser) => (await t.as(user).call(waitingQueue, {})).body

beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  crew = await makeOrg(kernel, 'Crew', 3)
  other = await makeOrg(kernel, 'Other', 5)
  for (let n = 0; n < 6; n++)
    contacts.push(await makeContact(kernel, crew.id, `Worker${n}`, `+1415555${String(n + 3000)}`))
  const group = await makeGroup(kernel, crew.id, 'Nights', [3, 4].map(idOf))
  sam = await makeUser(kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'agent' })
  await limitTo(kernel, sam, [group])
})
beforeEach(async () => {
  const db = t.process.kernel.database.ofOrg(crew.id)
  await sql`update conversation set waiting_since = null, assignee_id = null, archived = false`.execute(db)
  await sql`delete from shift_note`.execute(db)
  for (const [n, contact] of contacts.entries()) await receiveMessage(crew, contact.phone, at(n))
})
afterAll(() => t.close())

describe('the waiting queue', () => {
  test('counts the contacts who wait, names the longest wait and whom to answer next', async () => {
    expect(await queueOf(crew.ann)).toMatchObject({
      count: 6,
      mine: 0,
      waitingSince: at(0).toISOString(),
      nextIds: [idOf(0), idOf(1)],
      shiftNote: null,
    })
  })

  test('leaves out answered and archived conversations', async () => {
    await t.as(crew.ann).call(sendMessage, { body: { contactId: idOf(0), body: 'Hi' } })
    await t.as(crew.ann).call(archiveConversation, { query: { id: idOf(1) }, body: { archived: true } })
    expect(await queueOf(crew.ann)).toMatchObject({ count: 4, waitingSince: at(2).toISOString() })
  })

  test('offers those of teammates only after unassigned ones and those of the member', async () => {
    for (const n of [0, 1, 2, 3])
      await t.as(crew.ann).call(assignConversation, { query: { id: idOf(n) }, body: { assigneeId: crew.gus.id } })
    await t.as(crew.ann).call(assignConversation, { query: { id: idOf(5) }, body: { assigneeId: crew.ann.id } })
    expect(await queueOf(crew.ann)).toMatchObject({ count: 6, mine: 1, nextIds: [idOf(4), idOf(5)] })
    expect(await queueOf(crew.gus)).toMatchObject({ count: 6, mine: 4, nextIds: [idOf(0), idOf(1)] })
  })

  test('shows a member limited to groups only what they see', async () => {
    expect(await queueOf(sam)).toMatchObject({
      count: 2,
      waitingSince: at(3).toISOString(),
      nextIds: [idOf(3), idOf(4)],
    })
  })

  test('is empty in another organization', async () => {
    expect(await queueOf(other.ann)).toMatchObject({ count: 0, waitingSince: null, nextIds: [] })
  })
})

describe('shift notes', () => {
  test('carry the state of the queue to every member until they mark the note as read', async () => {
    const { body } = await t.as(crew.ann).call(createShiftNote, { body: { text: 'Jo may be late.' } })
    expect(body.shiftNote).toMatchObject({
      mine: true,
      text: 'Jo may be late.',
      waiting: 6,
      waitingSince: at(0).toISOString(),
      author: { userId: crew.ann.id },
      readBy: [],
    })
    expect((await queueOf(sam)).shiftNote).toMatchObject({ id: body.shiftNote.id, mine: false, waiting: 6 })
    await t.as(sam).call(readShiftNote, { query: { id: body.shiftNote.id } })
    await t.as(sam).call(readShiftNote, { query: { id: body.shiftNote.id } })
    expect((await queueOf(sam)).shiftNote).toBeNull()
    expect((await queueOf(crew.ann)).shiftNote?.readBy.map(({ userId }) => userId)).toEqual([sam.id])
  })

  test('are replaced by the next one and disappear after a day', async () => {
    await t.as(crew.ann).call(createShiftNote, { body: { text: 'First' } })
    await t.as(crew.gus).call(createShiftNote, { body: { text: 'Second' } })
    expect((await queueOf(crew.ann)).shiftNote?.text).toBe('Second')
    const db = t.process.kernel.database.ofOrg(crew.id)
    await sql`with gone as (delete from shift_note returning *)
      insert into shift_note select org_id, gen_random_uuid(), user_id, text, waiting, waiting_since, created_at - interval '25 hours' from gone`.execute(
      db,
    )
    expect((await queueOf(crew.ann)).shiftNote).toBeNull()
  })

  test("unassign the author's waiting conversations, and no others, on request", async () => {
    for (const n of [0, 1])
      await t.as(crew.ann).call(assignConversation, { query: { id: idOf(n) }, body: { assigneeId: crew.ann.id } })
    await t.as(crew.ann).call(assignConversation, { query: { id: idOf(2) }, body: { assigneeId: crew.gus.id } })
    const { body } = await t.as(crew.ann).call(createShiftNote, { body: { unassign: true } })
    expect(body).toMatchObject({ unassigned: 2, shiftNote: { text: '', waiting: 6 } })
    expect(await queueOf(crew.ann)).toMatchObject({ mine: 0 })
    expect(await queueOf(crew.gus)).toMatchObject({ mine: 1 })
  })

  test('need a text while no one waits', async () => {
    await sql`update conversation set waiting_since = null`.execute(t.process.kernel.database.ofOrg(crew.id))
    const refused = await t.as(crew.ann).call(createShiftNote, { body: { text: '  ' } })
    expect(refused).toMatchObject({ http: 400, body: { fieldErrors: { text: expect.any(String) } } })
  })

  test('of another organization are not found', async () => {
    const { body } = await t.as(crew.ann).call(createShiftNote, { body: { text: 'Ours' } })
    expect((await queueOf(other.ann)).shiftNote).toBeNull()
    expect(await t.as(other.ann).call(readShiftNote, { query: { id: body.shiftNote.id } })).toMatchObject({ http: 404 })
  })

  test('cannot be left by a viewer', async () => {
    const viewer = await makeUser(t.process.kernel, crew.id, { firstname: 'Vi', lastname: 'Ewer', role: 'viewer' })
    expect(await t.as(viewer).call(createShiftNote, { body: { text: 'Hi' } })).toMatchObject({
      http: 422,
      body: { code: 'not_permitted' },
    })
  })
})
