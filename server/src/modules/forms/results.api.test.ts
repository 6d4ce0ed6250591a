import { request } from 'node:http'
import { createForm, exportForm, formMissing, formResponses, formSummary, publishForm } from '@crewline/contract/forms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeContact, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,sender', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const QUESTIONS = [
  {
    id: 'q1',
    type: 'choice' as const,
    label: { en: 'Which shift?' },
    required: true,
    options: [
      { id: 'fri', label: { en: 'Friday night' } },
      { id: 'sat', label: { en: 'Saturday morning' } },
    ],
  },
  { id: 'q2', type: 'rating' as const, label: { en: 'How was it?' } },
  { id: 'q3', type: 'short_text' as const, label: { en: 'Anything else?' } },
]

let nth = 0
async function publish(changes: object = {}) {
  const ann = t.as(t.acme.ann)
  const body = { name: 'Swap', title: { en: 'Swap' }, questions: QUESTIONS, ...changes }
  const { id } = (await ann.call(createForm, { body })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  return { id, link: form.link, path: new URL(form.link).pathname }
}
const newContact = (name: string) =>
  makeContact(t.process.kernel, t.acme.id, name, `+1415560${String((nth += 1)).padStart(4, '0')}`)
const submit = (path: string, fields: Record<string, string>) =>
  fetch(`${t.process.address}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.4.${(nth += 1) % 250}.1` },
    body: new URLSearchParams({ version: '1', ...fields }),
  })
const exported = async (id: string, format: 'csv' | 'xlsx' = 'csv') => {
  const response = await fetch(`${t.process.address}/api${exportForm.path.replace('{id}', id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer()).toString('utf8')
}

/** Opens a short link as a phone does. `fetch` would replace the headers that browsers alone may set. */
const openedBy = (code: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'sec-fetch-mode': 'navigate',
    }
    request(`${t.process.address}/l/${code}`, { headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers.location ?? ''))
    })
      .on('error', reject)
      .end()
  })

test('a texted link names its person; the answers are charted, listed and exported, and the rest can be reminded', async () => {
  const ann = t.as(t.acme.ann)
  const { id, link, path } = await publish()
  const [zoe, max] = [await newContact('Zoe'), await newContact('Max')]
  const broadcast = await draft(t, [zoe.id, max.id], { message: { body: `Swap a shift: ${link}` } })
  await launch(t, broadcast)
  await sendOut(t)
  const texts = await t.carrier.onPhone(zoe.phone)
  const code = /\/l\/(\w{8})/.exec(texts.at(-1)?.body ?? '')?.[1]
  expect(code).toBeDefined()
  // The address of the text leads to the form with the mark of its person.
  const location = await openedBy(code ?? '')
  const target = new URL(location)
  expect(target.pathname).toBe(path)
  const mark = target.searchParams.get('p') ?? ''
  await submit(path, { p: mark, 'a.q1': 'fri', 'a.q2': '4', 'a.q3': '=cmd()' })
  await submit(path, { 'a.q1': 'sat', 'a.q2': '1' })

  const summary = (await ann.call(formSummary, { params: { id } })).body
  expect(summary).toMatchObject({ responses: 2, shown: 2, texted: 2, missing: 1 })
  expect(summary.questions).toMatchObject([
    {
      answered: 2,
      choices: [
        { id: 'fri', count: 1 },
        { id: 'sat', count: 1 },
      ],
    },
    { answered: 2, average: 2.5 },
    { answered: 1, texts: [{ text: '=cmd()', contactId: zoe.id }] },
  ])
  expect((await ann.call(formMissing, { params: { id } })).body.data).toMatchObject([
    { contactId: max.id, name: 'Max Worker' },
  ])
  const all = (await ann.call(formResponses, { params: { id }, query: { pageSize: 1 } })).body
  expect(all.data).toMatchObject([{ name: '', via: 'public', answers: { q1: 'sat' } }])
  const next = (await ann.call(formResponses, { params: { id }, query: { cursor: all.nextCursor } })).body
  expect(next.data).toMatchObject([{ name: 'Zoe Worker', via: 'link', contactId: zoe.id }])
  const fridays = (await ann.call(formResponses, { params: { id }, query: { question: 'q1', choice: 'fri' } })).body
  expect(fridays.data.map(({ contactId }) => contactId)).toEqual([zoe.id])
  const csv = await exported(id)
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffTime,Name,Phone number,Language,Which shift?,How was it?,Anything else?',
    expect.stringMatching(/,Zoe Worker,.*,en,Friday night,4,'=cmd\(\)$/),
  ])
})

test('an anonymous form shows five answers at a time, and lists none', async () => {
  const ann = t.as(t.acme.ann)
  const { id, path } = await publish({ anonymous: true })
  const shown = async () => {
    const { body } = await ann.call(formSummary, { params: { id } })
    return [body.responses, body.shown, body.questions[0]?.answered]
  }
  for (let one = 0; one < 4; one += 1) await submit(path, { 'a.q1': 'fri', 'a.q3': `reason ${one}` })
  expect(await shown()).toEqual([4, 0, 0])
  expect(await exported(id)).not.toContain('reason')
  await submit(path, { 'a.q1': 'sat' })
  expect(await shown()).toEqual([5, 5, 5])
  for (let one = 0; one < 4; one += 1) await submit(path, { 'a.q1': 'sat' })
  expect(await shown()).toEqual([9, 5, 5])
  await submit(path, { 'a.q1': 'sat' })
  expect(await shown()).toEqual([10, 10, 10])
  expect((await ann.call(formResponses, { params: { id }, query: {} })).body.data).toEqual([])
  const header = (await exported(id)).split('\r\n')[0]
  expect(header).toBe('\ufeffWhich shift?,How was it?,Anything else?')
})

test('a member limited to some groups sees only the answers of their contacts', async () => {
  const { id, link, path } = await publish()
  const [mine, other] = [await newContact('Mine'), await newContact('Other')]
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Vi', lastname: 'Lee', role: 'viewer' })
  await limitTo(t.process.kernel, user, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [mine.id])])
  for (const contact of [mine, other]) {
    const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
    const p = personalMark(t.process.kernel, {
      orgId: t.acme.id,
      path: new URL(link).pathname,
      contactId: contact.id,
      until,
    })
    await submit(path, { p, 'a.q1': 'fri' })
  }
  await submit(path, { 'a.q1': 'sat' })
  const summary = (await t.as(user).call(formSummary, { params: { id } })).body
  expect(summary.responses).toBe(1)
  const listed = (await t.as(user).call(formResponses, { params: { id }, query: {} })).body.data
  expect(listed.map(({ name }) => name)).toEqual(['Mine Worker'])
})
