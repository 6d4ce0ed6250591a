import { archiveConversation, conversation, conversations } from '@crewline/contract/inbox'
import { FLOW_PAUSE_MS } from '@crewline/contract/flow-limits'
import { sendMessage } from '@crewline/contract/messages'
import { readContact } from '@crewline/contract/contacts'
import { createKeyword } from '@crewline/contract/keywords'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { askContacts, endFlow, makeStep, receiveText } from '../../../test/kit/flows.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { answeredWith, createFlow, FlowAnswered, flowResults, missingOf, openSessions } from './index.ts'
import { closeDueFlows } from './jobs.ts'
import type { NewFlow } from './store/flows.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415558${String((nth += 1)).padStart(4, '0')}`)
const several = async (count: number) => {
  const contacts: TestContact[] = []
  while (contacts.length < count) contacts.push(await someone())
  return contacts
}
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const system = () => t.process.kernel.database.asSystem('tests change what is stored')
const ask = (contacts: TestContact[], flow: Partial<NewFlow> & { language?: string } = {}) =>
  askContacts(t.process, t.acme, contacts, flow)
const says = (contact: TestContact, body: string) => receiveText(t.process, t.acme, contact.phone, body)
const threadOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id }, query: { limit: 200 } })).body
/** The automatic replies to a contact, oldest first. */
const repliesTo = async (contact: TestContact) =>
  (
    await sql<{ body: string }>`
      select body from message where contact_id = ${contact.id} and kind = 'auto_reply' order by id`.execute(db())
  ).rows.map((row) => row.body)
const countsOf = async (flowId: string, step = 0) =>
  Object.fromEntries(
    (await flowResults(db(), flowId))?.steps[step]?.options.map(({ key, count }) => [key, count]) ?? [],
  )
const sessionOf = async (flowId: string, contact: TestContact) =>
  (
    await sql<{ state: string; needs_prompt: boolean }>`
      select state, needs_prompt from flow_session where flow_id = ${flowId} and contact_id = ${contact.id}`.execute(
      db(),
    )
  ).rows[0]
/** Moves everything about the flows of a contact into the past, as if time had passed. */
const passTime = async (contact: TestContact, ms: number) => {
  await sql`
    update flow_session set started_at = started_at - ${ms} * interval '1 ms', prompted_at = prompted_at - ${ms} * interval '1 ms',
      expires_at = expires_at - ${ms} * interval '1 ms', paused_until = paused_until - ${ms} * interval '1 ms'
    where contact_id = ${contact.id}`.execute(system())
}

describe('an answer by text', () => {
  test('is counted, thanked and shown in the thread, but is neither unread nor waiting', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await t.drain()
    expect((await t.carrier.onPhone(rex.phone)).at(-1)?.body).toBe('Can you work Saturday?\nReply 1 for Yes, 2 for No.')
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: rex.id }, body: { archived: true } })
    await t.carrier.texts(rex.phone, 'Yeah!', t.acme.line.phone)
    await t.until(async () => (await countsOf(flowId))['1'] === 1)
    const { conversation: shown, messages } = await threadOf(rex)
    expect(messages.map((message) => message.body)).toContain('Yeah!')
    expect(shown).toMatchObject({ archived: true, unreadCount: 0, shared: { waitingSince: null } })
    const waiting = await t.as(t.acme.ann).call(conversations, { query: { status: 'unanswered' } })
    expect(waiting.body.data.map((row) => row.contact.id)).not.toContain(rex.id)
    expect(await repliesTo(rex)).toEqual(['Thanks, we got your answer.'])
    expect(await flowResults(db(), flowId)).toMatchObject({ asked: 1, answered: 1, changed: 0, closed: false })
  })

  test('leaves a text in the inbox that came with it, and later texts behave as always', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await says(rex, '1')
    await says(rex, 'By the way, the forklift leaks oil')
    expect((await threadOf(rex)).conversation.unreadCount).toBe(1)
    expect((await threadOf(rex)).conversation.shared.waitingSince).not.toBeNull()
    expect(await countsOf(flowId)).toEqual({ '1': 1, '2': 0 })
  })

  test.each([
    ['es', 'Sí', 'Gracias, recibimos tu respuesta.'],
    ['fr', 'oui', 'Merci, votre réponse est bien arrivée.'],
    ['vi', 'có', 'Cảm ơn, chúng tôi đã nhận câu trả lời.'],
    ['ar', 'نعم', 'شكرا، وصلت إجابتك.'],
  ])('is understood and thanked in %s', async (language, body, thanks) => {
    const rex = await someone()
    const flowId = await ask([rex], { language })
    await says(rex, body)
    expect([await countsOf(flowId), await repliesTo(rex)]).toEqual([{ '1': 1, '2': 0 }, [thanks]])
  })

  test('can be changed until the end, and each change is counted', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    for (const body of ['1', 'No', 'no', 'see you']) await says(rex, body)
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 1 })
    expect((await flowResults(db(), flowId))?.changed).toBe(1)
    expect(await repliesTo(rex)).toEqual([
      'Thanks, we got your answer.',
      'Thanks, your answer is now: No.',
      'Thanks, your answer is now: No.',
    ])
    await endFlow(t.process, t.acme, flowId)
    await says(rex, 'yes')
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 1 })
  })

  test('stays as it is when the flow allows no change', async () => {
    const rex = await someone()
    const flowId = await ask([rex], { allowChange: false })
    await says(rex, '1')
    await says(rex, '2')
    expect(await countsOf(flowId)).toEqual({ '1': 1, '2': 0 })
    expect((await repliesTo(rex)).at(-1)).toBe("We already have your answer. It can't be changed.")
  })

  test('finds its contacts: those who answered, those who chose an answer, and those who are missing', async () => {
    const [one, two, three] = (await several(3)) as [TestContact, TestContact, TestContact]
    const flowId = await ask([one, two, three])
    await says(one, '1')
    await says(two, '2')
    const sorted = [one.id, two.id, three.id].toSorted()
    const step = { flowId, stepId: 'yes_no' }
    expect(await answeredWith(db(), { ...step, key: '1' }, null, 10)).toEqual([one.id])
    expect(await answeredWith(db(), { ...step, key: '2' }, null, 10)).toEqual([two.id])
    expect(await answeredWith(db(), { ...step, key: '2' }, two.id, 10)).toEqual([])
    expect(await missingOf(db(), flowId, null, 10)).toEqual([three.id])
    expect(await missingOf(db(), flowId, sorted.at(-1) ?? null, 10)).toEqual([])
    const events = await sql<{ payload: unknown }>`
      select payload from event_log where name = ${FlowAnswered.name} and payload->>'flowId' = ${flowId} order by seq`.execute(
      system(),
    )
    expect(events.rows.map((row) => row.payload)).toMatchObject([{ contactIds: [one.id] }, { contactIds: [two.id] }])
  })

  test('leads through several questions, with numbers, a skipped question and free text', async () => {
    const rex = await someone()
    const prompt = { en: 'How safe do you feel?' }
    const flowId = await ask([rex], {
      steps: [
        makeStep('scale', { prompt }),
        makeStep('number', { prompt: { en: 'How many hours?' }, required: false }),
        makeStep('text', { prompt: { en: 'What should change?' } }),
      ],
    })
    for (const body of ['4 out of 5', 'skip', 'More fans, please?']) await says(rex, body)
    expect(await repliesTo(rex)).toEqual([
      'How many hours?\nReply with a number. Reply SKIP to skip.',
      'What should change?\nReply with your answer.',
      'Thanks, we got your answer.',
    ])
    const results = await flowResults(db(), flowId)
    expect(results?.steps[0]?.numbers).toEqual({ min: 4, max: 4, mean: 4, median: 4, counts: [{ value: 4, count: 1 }] })
    expect(results?.steps[1]).toMatchObject({ count: 0, numbers: null })
    expect(results?.steps[2]?.texts).toMatchObject([{ contactId: rex.id, text: 'More fans, please?' }])
  })

  test('counts only contacts that a member limited to groups sees', async () => {
    const [seen, hidden] = (await several(2)) as [TestContact, TestContact]
    const flowId = await ask([seen, hidden])
    await says(seen, '1')
    await says(hidden, '1')
    const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lim', lastname: 'Ited', role: 'agent' })
    const memberId = await limitTo(t.process.kernel, user, [
      await makeGroup(t.process.kernel, t.acme.id, 'Dock', [seen.id]),
    ])
    const limited = t.process.kernel.database.ofOrg(t.acme.id, memberId)
    expect(await flowResults(limited, flowId)).toMatchObject({ asked: 1, answered: 1, steps: [{ count: 1 }] })
    expect(await answeredWith(limited, { flowId, stepId: 'yes_no', key: '1' }, null, 10)).toEqual([seen.id])
    expect(await flowResults(t.process.kernel.database.ofOrg(t.beta.id), flowId)).toBeUndefined()
  })
})

describe('a text that is no answer', () => {
  test('gets one hint, then goes to the inbox like any text, and a later clear answer still counts', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await says(rex, 'What is this about')
    const hint = "Sorry, we didn't understand that. Reply 1 for Yes, 2 for No."
    expect(await repliesTo(rex)).toEqual([hint])
    await says(rex, 'I have no car')
    expect([await repliesTo(rex), (await sessionOf(flowId, rex))?.state]).toEqual([[hint], 'handed_over'])
    expect((await threadOf(rex)).conversation.unreadCount).toBe(2)
    await says(rex, 'But who drives')
    expect(await repliesTo(rex)).toEqual([hint])
    await says(rex, 'OK yes')
    await says(rex, 'yes')
    expect(await countsOf(flowId)).toEqual({ '1': 1, '2': 0 })
  })

  test('is about consent: STOP opts out, later answers wait for START, and HELP is answered', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await says(rex, 'HELP')
    await says(rex, 'STOP')
    await says(rex, '1')
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 0 })
    expect((await t.as(t.acme.ann).call(readContact, { query: { id: rex.id } })).body.contact.reach).toBe('opted_out')
    await says(rex, 'START')
    await says(rex, '1')
    expect(await countsOf(flowId)).toEqual({ '1': 1, '2': 0 })
    const [help, stopped, back, thanks, ...more] = await repliesTo(rex)
    expect([help, stopped, back]).toEqual([
      expect.stringContaining('staff texts'),
      expect.stringContaining('opted out'),
      expect.stringContaining('You are back'),
    ])
    expect([thanks, more]).toEqual(['Thanks, we got your answer.', []])
  })

  test('gets no keyword reply while it answers a question', async () => {
    const rex = await someone()
    await t.as(t.acme.ann).call(createKeyword, { body: { word: 'yes', match: 'only', reply: 'Keyword!' } })
    const flowId = await ask([rex])
    await says(rex, 'yes')
    expect([await countsOf(flowId), await repliesTo(rex)]).toEqual([
      { '1': 1, '2': 0 },
      ['Thanks, we got your answer.'],
    ])
  })

  test.each([
    ['1,600 characters', 'yes '.repeat(400)],
    ['SQL', "1'); drop table flow_answer; --"],
    ['markup', '<script>alert(1)</script>'],
    ['a JSON object', '{"key":"1","state":"done"}'],
    ['only invisible characters', '\u200b\u200c\u2060\u202e'],
    ['two answers', '1 or 2'],
  ])('is stored as it came: %s', async (_name, body) => {
    const rex = await someone()
    const flowId = await ask([rex])
    await says(rex, body)
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 0 })
    expect((await threadOf(rex)).messages.map((message) => message.body)).toContain(body.slice(0, 1600))
  })

  test('is understood behind bidirectional marks and zero-width characters', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await says(rex, '\u202ey\u200bes\u202c')
    expect(await countsOf(flowId)).toEqual({ '1': 1, '2': 0 })
  })
})

describe('a member who writes by hand', () => {
  test('pauses the questions for 15 minutes; then an answer counts and stays in the inbox as well', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: rex.id, body: 'Can you come at 6?' } })
    await says(rex, 'yes')
    expect([await countsOf(flowId), await repliesTo(rex)]).toEqual([{ '1': 0, '2': 0 }, []])
    expect((await threadOf(rex)).conversation.unreadCount).toBe(1)
    await passTime(rex, FLOW_PAUSE_MS)
    await says(rex, 'no')
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 1 })
    expect((await threadOf(rex)).conversation.unreadCount).toBe(2)
    await says(rex, 'yes')
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 1 })
  })
})

describe('two flows of one contact', () => {
  test('take turns: the newest gets the answers, then the older one asks again once', async () => {
    const rex = await someone()
    const poll = await ask([rex])
    const notice = await ask([rex], { steps: [makeStep('acknowledge', { prompt: { en: 'New parking rules.' } })] })
    await says(rex, 'ok')
    expect([await countsOf(notice), await countsOf(poll)]).toEqual([{ ok: 1 }, { '1': 0, '2': 0 }])
    expect(await repliesTo(rex)).toEqual([
      'Thanks, we got your answer.\n\nCan you work Saturday?\nReply 1 for Yes, 2 for No.',
    ])
    await says(rex, '2')
    expect([await countsOf(notice), await countsOf(poll)]).toEqual([{ ok: 1 }, { '1': 0, '2': 1 }])
  })

  test('do not mix up an answer to the newer one that has ended', async () => {
    const rex = await someone()
    const poll = await ask([rex])
    const newer = await ask([rex], { steps: [makeStep('yes_no', { prompt: { en: 'Do you need a ride?' } })] })
    await endFlow(t.process, t.acme, newer)
    await says(rex, 'no')
    expect([await countsOf(newer), await countsOf(poll)]).toEqual([
      { '1': 0, '2': 0 },
      { '1': 0, '2': 0 },
    ])
    expect(await repliesTo(rex)).toEqual([
      'Sorry, this question is closed.\n\nCan you work Saturday?\nReply 1 for Yes, 2 for No.',
    ])
    await says(rex, 'no')
    expect(await countsOf(poll)).toEqual({ '1': 0, '2': 1 })
  })

  test('lets a reminder bring the older question back', async () => {
    const rex = await someone()
    const poll = await ask([rex])
    await ask([rex], { steps: [makeStep('acknowledge')] })
    expect(await sessionOf(poll, rex)).toEqual({ state: 'open', needs_prompt: true })
    await systemScope(t.process.kernel, t.acme).tx((tx) =>
      openSessions(tx, poll, [{ contactId: rex.id, phone: rex.phone, language: 'en', lineId: t.acme.line.id }]),
    )
    await says(rex, '1')
    expect(await countsOf(poll)).toEqual({ '1': 1, '2': 0 })
  })
})

describe('the end of a flow', () => {
  test('comes 24 hours after the question when there is no closing time, and is told once', async () => {
    const rex = await someone()
    const flowId = await ask([rex])
    await passTime(rex, 24 * 3_600_000)
    await says(rex, 'something else')
    await says(rex, 'yes')
    await says(rex, 'yes')
    expect(await countsOf(flowId)).toEqual({ '1': 0, '2': 0 })
    expect(await repliesTo(rex)).toEqual(['Sorry, this question is closed.'])
    expect((await threadOf(rex)).conversation.unreadCount).toBe(3)
  })

  test('comes at the closing time, at once and for everyone who looks a minute later', async () => {
    const rex = await someone()
    const flowId = await ask([rex], { closesAt: new Date(Date.now() + 3 * 24 * 3_600_000) })
    await passTime(rex, 2 * 24 * 3_600_000)
    await says(rex, 'My car is at the shop')
    expect(await repliesTo(rex)).toEqual([])
    await sql`update flow set closes_at = now() - interval '1 minute' where id = ${flowId}`.execute(system())
    await sql`update flow_session set expires_at = now() - interval '1 minute' where flow_id = ${flowId}`.execute(
      system(),
    )
    await says(rex, '1')
    expect([await countsOf(flowId), await repliesTo(rex)]).toEqual([
      { '1': 0, '2': 0 },
      ['Sorry, this question is closed.'],
    ])
    await closeDueFlows(t.process.kernel)
    expect((await flowResults(db(), flowId))?.closed).toBe(true)
  })
})

describe('several processes', () => {
  test('count one answer when a contact texts the same to two of them at once', async () => {
    const other = await t.another('web')
    const contacts = await several(4)
    const flowId = await ask(contacts)
    await Promise.all(
      contacts.flatMap((contact) => [
        receiveText(t.process, t.acme, contact.phone, '1'),
        receiveText(other, t.acme, contact.phone, '1'),
        receiveText(t.process, t.acme, contact.phone, 'Yes'),
      ]),
    )
    expect(await countsOf(flowId)).toEqual({ '1': 4, '2': 0 })
    expect(await flowResults(db(), flowId)).toMatchObject({ asked: 4, answered: 4, changed: 0 })
    for (const contact of contacts)
      expect((await repliesTo(contact)).filter((body) => body === 'Thanks, we got your answer.')).toHaveLength(1)
  })

  test('ask 1,200 contacts in one call, and a second call asks none of them twice', async () => {
    const steps = [makeStep('yes_no')]
    await sql`
      insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
      select ${t.acme.id}, gen_random_uuid(), 'Many', 'Worker', 'many worker', '+1217555' || lpad(n::text, 4, '0'), 'manual', now(), now()
      from generate_series(1, 1200) n`.execute(db())
    const rows = await sql<{ id: string; phone: string }>`
      select id, phone from contact where phone like '+1217555%'`.execute(db())
    const asked = rows.rows.map(({ id, phone }) => ({ contactId: id, phone, language: 'en', lineId: t.acme.line.id }))
    const flowId = await systemScope(t.process.kernel, t.acme).tx(async (tx) => {
      const flow = { ownerKind: 'broadcast', ownerId: tx.world.id(), texts: {}, isAnonymous: false, allowChange: true }
      const id = await createFlow(tx, { ...flow, steps, closesAt: null })
      await openSessions(tx, id, asked)
      await openSessions(tx, id, asked)
      return id
    })
    expect((await flowResults(db(), flowId))?.asked).toBe(1200)
    expect(await missingOf(db(), flowId, null, 2000)).toHaveLength(1200)
  })
})

test('refuses answers that mean STOP, START or HELP, and flows without a question', async () => {
  const choice = (label: string) =>
    makeStep('choice', {
      options: [
        { key: '1', label: { en: label } },
        { key: '2', label: { en: 'Later' } },
      ],
    })
  for (const label of ['Stop', 'Cancel', 'Help', 'Start', 'Ayuda'])
    await expect(ask([], { steps: [choice(label)] })).rejects.toMatchObject({ code: 'word_reserved' })
  await expect(ask([], { steps: [] })).rejects.toThrow('Too small')
  await expect(ask([], { steps: [makeStep('yes_no'), makeStep('yes_no')] })).rejects.toThrow('id of its own')
})
