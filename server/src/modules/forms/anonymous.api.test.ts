import { createForm, deleteForm, publishForm } from '@crewline/contract/forms'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const QUESTIONS = [
  {
    id: 'q1',
    type: 'rating' as const,
    label: { en: 'How safe do you feel?' },
    required: true,
  },
  { id: 'q2', type: 'long_text' as const, label: { en: 'Why?' } },
]

let nth = 0
async function publish(): Promise<{ id: string; path: string }> {
  const ann = t.as(t.acme.ann)
  const body = {
    name: 'Safety survey',
    title: { en: 'Safety survey' },
    languages: ['en' as const, 'es' as const],
    anonymous: true,
    notify: true,
    questions: QUESTIONS.map((question) => ({ ...question, label: { ...question.label, es: question.label.en } })),
  }
  const { id, link } = (await ann.call(createForm, { body: { ...body, title: { en: 'Safety', es: 'Seguridad' } } }))
    .body.form
  await ann.call(publishForm, { params: { id }, body: { version: 1 } })
  return { id, path: new URL(link).pathname }
}

/** Answers as a new contact through a personal link, in Spanish every third time; returns the contact. */
async function answer(path: string, rating: string, reason: string): Promise<string> {
  nth += 1
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415559${String(nth).padStart(4, '0')}`)
  const until = new Date(t.process.kernel.world.now().getTime() + 86_400_000)
  const mark = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: contact.id, until })
  const response = await fetch(`${t.process.address}${path}?lang=${nth % 3 === 0 ? 'es' : 'en'}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.3.${nth}.1` },
    body: new URLSearchParams({ p: mark, version: '1', 'a.q1': rating, 'a.q2': reason }),
  })
  expect(response.status).toBe(200)
  return contact.id
}

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

/** Every id, time and number of a phone in a row. */
const valuesIn = (row: string) =>
  new Set(row.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.+]+|\+\d{8,}/g) ?? [])

test('nothing in a copy of the database joins an anonymous answer with a contact', async () => {
  const { id, path } = await publish()
  const people: string[] = []
  for (let one = 0; one < 14; one += 1) people.push(await answer(path, String((one % 5) + 1), `canaryword${one} dock`))
  const tables = await dump()
  const answers = (tables.get('public.form_response') ?? []).filter((row) => row.includes(id))
  expect(answers).toHaveLength(14)
  // What was answered is in no other row, and no answer names a contact.
  for (const [table, rows] of tables)
    if (table !== 'public.form_response')
      expect([table, rows.filter((row) => row.includes('canaryword'))]).toEqual([table, []])
  for (const contactId of people) expect(answers.filter((row) => row.includes(contactId))).toEqual([])
  // An answer shares no id, time or number with any other row, other than those that all answers share.
  const sharedByAll = answers.map(valuesIn).reduce((all, values) => all.intersection(values))
  const elsewhere = new Set(
    [...tables].flatMap(([table, rows]) =>
      table === 'public.form_response' ? [] : rows.flatMap((row) => [...valuesIn(row)]),
    ),
  )
  for (const row of answers)
    expect([...valuesIn(row)].filter((value) => !sharedByAll.has(value) && elsewhere.has(value))).toEqual([])
  // Not even its language or its id tells more: they are the same for all, or random.
  expect(new Set(answers.map((row) => /"language": "(\w+)"/.exec(row)?.[1]))).toEqual(new Set(['en']))
  for (const row of answers) expect(row).toMatch(/"id": "[0-9a-f]{8}-[0-9a-f]{4}-4/)
  // The order of rows is that of the random ids: who took part last is not who wrote the last row.
  const order = answers.map((row) => Number(/canaryword(\d+)/.exec(row)?.[1]))
  const ids = answers.map((row) => /"id": "([^"]+)"/.exec(row)?.[1] ?? '')
  expect(ids).toEqual(ids.toSorted())
  expect(order).not.toEqual(order.toSorted((a, b) => a - b))
  await t.as(t.acme.ann).call(deleteForm, { params: { id } })
  expect(((await dump()).get('public.form_response') ?? []).filter((row) => row.includes(id))).toEqual([])
})

test('two people who answer at the same time are both stored, once each', async () => {
  const { id, path } = await publish()
  await Promise.all(Array.from({ length: 6 }, (_, one) => answer(path, '3', `together ${one}`)))
  const tables = await dump()
  const rows = (tables.get('public.form_response') ?? []).filter((row) => row.includes(id))
  expect(new Set(rows.map((row) => /together (\d)/.exec(row)?.[1])).size).toBe(6)
  expect((tables.get('public.form_participant') ?? []).filter((row) => row.includes(id))).toHaveLength(6)
})
