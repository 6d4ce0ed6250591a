import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { personalData } from '@crewline/contract/privacy'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { askContacts, endFlow, makeStep, receiveText } from '../../../test/kit/flows.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { gatherNew } from '../search/index.ts'
import { answeredWith, flowResults, missingOf } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const steps = [makeStep('yes_no'), makeStep('text', { prompt: { en: 'What should change?' } })]
let nth = 0
const several = async (count: number) => {
  const contacts: TestContact[] = []
  while (contacts.length < count)
    contacts.push(
      await makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415557${String((nth += 1)).padStart(4, '0')}`),
    )
  return contacts
}
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const says = (contact: TestContact, body: string) => receiveText(t.process, t.acme, contact.phone, body)
const threadOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id }, query: { limit: 200 } })).body
const shownOf = async (flowId: string) => (await flowResults(db(), flowId))?.steps[0]?.count

/** Everything in the database as text: each row of each table, in the order in which a copy would hold them. */
async function dump(): Promise<Map<string, string[]>> {
  const owner = new pg.Client({ connectionString: t.process.kernel.config.databaseUrl })
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select schemaname || '.' || relname as name from pg_stat_user_tables order by 1`,
    )
    const all = new Map<string, string[]>()
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`select to_jsonb(r)::text as row from ${name} r`)
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  } finally {
    await owner.end()
  }
}

/** Every id, time and longer word in a row. */
const valuesIn = (row: string) =>
  new Set(row.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.+]+|\+\d{8,}/g) ?? [])

test('an anonymous answer cannot be joined with its contact by anything in the database', async () => {
  const contacts = await several(12)
  const [first] = contacts as [TestContact]
  const flowId = await askContacts(t.process, t.acme, contacts, { isAnonymous: true, steps })
  for (const [index, contact] of contacts.entries()) {
    await says(contact, index % 3 === 0 ? 'no' : 'yes')
    await says(contact, `canaryword${index} about the dock`)
  }
  await followUntilNow(t, 'search', gatherNew)
  const tables = await dump()
  const answers = tables.get('public.flow_answer') ?? []
  expect(answers).toHaveLength(24)
  // What was answered is in no other row.
  for (const [table, rows] of tables)
    if (table !== 'public.flow_answer')
      expect([table, rows.filter((row) => row.includes('canaryword'))]).toEqual([table, []])
  // A row of an answer shares no value with any row of a contact, other than those that all its answers share.
  const sharedByAll = answers.map(valuesIn).reduce((all, values) => all.intersection(values))
  const elsewhere = new Set(
    [...tables].flatMap(([table, rows]) =>
      table === 'public.flow_answer' ? [] : rows.flatMap((row) => [...valuesIn(row)]),
    ),
  )
  for (const answer of answers) {
    const own = valuesIn(answer).difference(sharedByAll)
    expect({ answer, joined: [...own.intersection(elsewhere)] }).toEqual({ answer, joined: [] })
    expect(JSON.parse(answer)).toMatchObject({ contact_id: null, changes: 0 })
  }
  // The order of rows is not the order of arrival, in which messages and sessions lie.
  const order = answers.flatMap((row) => /canaryword(\d+)/.exec(row)?.[1] ?? []).map(Number)
  expect(order).not.toEqual(order.toSorted((a, b) => a - b))
  // Ids are random: those of other rows hold the time.
  for (const answer of answers) expect((JSON.parse(answer) as { id: string }).id[14]).toBe('4')
  const bodies = (await threadOf(first)).messages
    .filter((message) => message.direction === 'in')
    .map(({ body }) => body)
  expect(bodies).toEqual(['Answered an anonymous question', 'Answered an anonymous question'])
  const events = (tables.get('public.event_log') ?? []).filter((row) => row.includes('"flow.answered"'))
  expect(events).toHaveLength(24)
  for (const event of events) expect(JSON.parse(event)).toMatchObject({ payload: { contactIds: [] } })
  // Who answered is known, what is not.
  expect(await missingOf(db(), flowId, null, 100)).toEqual([])
  for (const key of ['1', '2'])
    expect(await answeredWith(db(), { flowId, stepId: 'yes_no', key }, null, 100)).toEqual([])
  const exported = await fetch(`${t.process.address}/api${personalData.path}?id=${first.id}&format=json`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  })
  const data = (await exported.json()) as { related: Record<string, unknown[]> }
  expect([data.related['questions'], data.related['answers']]).toMatchObject([[{ anonymous: true }], []])
})

test('anonymous answers are shown five or more at a time, and never so that a difference is fewer', async () => {
  const contacts = await several(13)
  const flowId = await askContacts(t.process, t.acme, contacts, { isAnonymous: true })
  const shown: (number | undefined)[] = []
  for (const contact of contacts) {
    await says(contact, '1')
    shown.push(await shownOf(flowId))
  }
  expect(shown).toEqual([...Array<number>(9).fill(0), 5, 5, 5, 5])
  expect((await flowResults(db(), flowId))?.answered).toBe(13)
  await endFlow(t.process, t.acme, flowId)
  expect((await flowResults(db(), flowId))?.steps[0]).toMatchObject({
    count: 13,
    hidden: false,
    options: [{ count: 13 }, { count: 0 }],
  })
})

test('fewer than five anonymous answers are never shown, and exactly five are when the flow ends', async () => {
  for (const [count, expected] of [
    [4, 0],
    [5, 5],
  ] as const) {
    const contacts = await several(count)
    const flowId = await askContacts(t.process, t.acme, contacts, { isAnonymous: true, steps })
    for (const contact of contacts) {
      await says(contact, 'no')
      await says(contact, 'More fans')
    }
    expect(await shownOf(flowId)).toBe(0)
    await endFlow(t.process, t.acme, flowId)
    const results = await flowResults(db(), flowId)
    expect(results?.steps.map((step) => [step.count, step.hidden, step.texts.length])).toEqual([
      [expected, expected === 0, 0],
      [expected, expected === 0, expected],
    ])
  }
})

test('an anonymous answer cannot be changed, and the attempt is not shown either', async () => {
  const [rex] = (await several(1)) as [TestContact]
  await askContacts(t.process, t.acme, [rex], { isAnonymous: true })
  await says(rex, '1')
  await says(rex, '2')
  const inbound = (await threadOf(rex)).messages.filter((message) => message.direction === 'in')
  expect(inbound.map(({ body }) => body)).toEqual(Array(2).fill('Answered an anonymous question'))
  expect((await dump()).get('public.flow_answer')?.filter((row) => row.includes('"changes": 0'))).not.toEqual([])
})

test('an answer to a member does not disappear in an anonymous one', async () => {
  const [rex] = (await several(1)) as [TestContact]
  const flowId = await askContacts(t.process, t.acme, [rex], { isAnonymous: true })
  await t.as(t.acme.ann).call(sendMessage, { body: { contactId: rex.id, body: 'Can you come at 6?' } })
  await t.process.kernel.database
    .asSystem('the pause passes')
    .updateTable('flow_session' as never)
    .set({ paused_until: new Date(0) } as never)
    .where('flow_id' as never, '=', flowId as never)
    .execute()
  await says(rex, 'yes')
  const { messages, conversation: shown } = await threadOf(rex)
  expect(messages.filter((message) => message.direction === 'in').map(({ body }) => body)).toEqual(['yes'])
  expect(shown.unreadCount).toBe(1)
  await says(rex, 'yes')
  expect((await flowResults(db(), flowId))?.answered).toBe(1)
})
