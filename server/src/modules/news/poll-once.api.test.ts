// A reader of an issue answers its poll once, and may change the answer.
import { createForm, formResponses, publishForm, type Form } from '@crewline/contract/forms'
import { createNewsIssue, NewsContent, publishNewsIssue } from '@crewline/contract/news'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'
import { crons } from '../forms/jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const DAY_MS = 86_400_000
let nth = 0

/** Publishes a poll in an issue. */
async function publish(changes: object = {}): Promise<{ form: Form; path: string }> {
  const ann = t.as(t.acme.ann)
  const options = ['sat', 'sun'].map((id) => ({ id, label: { en: id } }))
  const questions = [{ id: 'q1', type: 'choice' as const, label: { en: 'Which day?' }, options, required: true }]
  const body = { name: 'Picnic', title: { en: 'Picnic' }, questions, ...changes }
  const { id } = (await ann.call(createForm, { body })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  const content = NewsContent.parse({ title: 'News', blocks: [{ id: 'b00001', type: 'poll', formId: id }] })
  const { issue } = (await ann.call(createNewsIssue, { body: { content } })).body
  const published = await ann.call(publishNewsIssue, {
    params: { id: issue.id },
    body: { version: issue.version, expiresAt: null },
  })
  return { form, path: new URL(published.body.issue.link).pathname }
}

/** A phone at an address. */
const phone = (address: string, model = 'Android 14') => ({
  'user-agent': `Mozilla/5.0 (Linux; ${model})`,
  'accept-language': 'en',
  'x-forwarded-for': address,
})

/** Opens an issue, answers its poll as the page says, and returns the heading of what follows. */
async function answer(path: string, value: string, headers: Record<string, string>): Promise<string> {
  return /<h1[^>]*>([^<]*)/.exec(await answered(path, value, headers))?.[1] ?? ''
}

/** Answers a poll as the page of an issue says, and returns the page that follows. */
async function answered(path: string, value: string, headers: Record<string, string>): Promise<string> {
  const page = await (await fetch(`${t.process.address}${path}`, { headers })).text()
  const poll = /<form class="card poll"[^>]* action="([^"]+)"[\s\S]*?<\/form>/.exec(page)
  const hidden = [...(poll?.[0] ?? '').matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams([
    ...hidden.map(([, name = '', at = '']): [string, string] => [name, at]),
    ['a.q1', value],
  ])
  const action = (poll?.[1] ?? '').replaceAll('&amp;', '&')
  const sent = await fetch(`${t.process.address}${action}`, { method: 'POST', headers, body })
  return sent.text()
}

async function answersTo({ id }: Form): Promise<string[]> {
  const { data } = (await t.as(t.acme.ann).call(formResponses, { params: { id }, query: {} })).body
  return data
    .map(({ answers }) => answers['q1'])
    .map(String)
    .toSorted((a, b) => a.localeCompare(b))
}

const readersOf = async ({ id }: Form) =>
  (
    await sql<{ responseId: string | null }>`
      select response_id as "responseId" from form_poll_reader where form_id = ${id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows

function linkFor(path: string, { id: contactId }: TestContact, days = 1): string {
  const until = new Date(t.process.kernel.world.now().getTime() + days * DAY_MS)
  return `${path}?p=${personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId, until })}`
}
const newContact = () =>
  makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415559${String((nth += 1)).padStart(4, '0')}`)

test('the page after an answer leads back to the poll in its issue, for the same person', async () => {
  const { form, path } = await publish()
  const backOf = (page: string) => (/<a href="([^"]+)">Back to the news/.exec(page)?.[1] ?? '').replaceAll('&#38;', '&')
  const anchor = `#poll-${new URL(form.link).pathname.split('/').at(-1)}`
  const back = backOf(await answered(path, 'sat', phone('10.9.9.1')))
  expect(back).toBe(`${path}?lang=en${anchor}`)
  expect(await (await fetch(t.process.address + back)).text()).toContain(`id="${anchor.slice(1)}"`)
  const link = linkFor(path, await newContact())
  for (const value of ['sat', 'sun'])
    expect(backOf(await answered(link, value, phone('10.9.9.2')))).toBe(
      `${path}?lang=en&p=${new URL(link, 'http://x').searchParams.get('p')}${anchor}`,
    )
  // The form itself, opened by its own address, is part of no issue.
  const body = new URLSearchParams({ 'a.q1': 'sat', page: '0' })
  const alone = await fetch(t.process.address + new URL(form.link).pathname, { method: 'POST', body })
  expect(backOf(await alone.text())).toBe('')
})

test('a poll counts the newest answer of each reader', async () => {
  const { form, path } = await publish()
  expect(await answer(path, 'sat', phone('10.9.1.1'))).toBe('Thank you')
  expect(await answer(path, 'sun', phone('10.9.1.1'))).toBe('Your answer was changed')
  expect(await answersTo(form)).toEqual(['sun'])
  // Another phone at the same address, and the same model elsewhere.
  expect(await answer(path, 'sat', phone('10.9.1.1', 'iPhone'))).toBe('Thank you')
  expect(await answer(path, 'sat', phone('10.9.2.1'))).toBe('Thank you')
  expect(await answersTo(form)).toEqual(['sat', 'sat', 'sun'])
})

test('a personal link takes one answer of its person on every phone, without their name', async () => {
  const { form, path } = await publish()
  const [rex, lou] = [await newContact(), await newContact()]
  const link = linkFor(path, rex)
  expect(await answer(link, 'sat', phone('10.9.3.1'))).toBe('Thank you')
  expect(await answer(link, 'sun', phone('10.9.4.1', 'iPhone'))).toBe('Your answer was changed')
  // Two people whose phones and address are alike are two readers.
  expect(await answer(linkFor(path, lou), 'sun', phone('10.9.3.1'))).toBe('Thank you')
  expect(await answersTo(form)).toEqual(['sun', 'sun'])
  const { data } = (await t.as(t.acme.ann).call(formResponses, { params: { id: form.id }, query: {} })).body
  expect(data.map(({ contactId }) => contactId)).toEqual([null, null])
  // The link stays personal in another size, and a changed or ended one names no person.
  const page = await (await fetch(`${t.process.address}${link}`, { headers: phone('10.9.3.1') })).text()
  expect(page).toMatch(/size=large&#38;p=[\w-]{56}"/)
  expect(await answer(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, 'sat', phone('10.9.5.1'))).toBe(
    'Thank you',
  )
  expect(await answer(linkFor(path, rex, -1), 'sat', phone('10.9.5.1'))).toBe('Your answer was changed')
  // With the person goes what remembered them.
  await t.as(t.acme.ann).call(eraseContact, {
    body: { contactId: rex.id, reason: 'Asked for it', confirm: true },
  })
  await expect.poll(async () => (await readersOf(form)).length).toBe(2)
})

test('two answers of a reader at the same moment are one', async () => {
  const { form, path } = await publish()
  const ends = await Promise.all(['sat', 'sun', 'sat'].map((day) => answer(path, day, phone('10.9.6.1'))))
  expect(ends.toSorted()).toEqual(['Thank you', 'Your answer was changed', 'Your answer was changed'])
  expect(await answersTo(form)).toHaveLength(1)
})

test('an anonymous poll takes one answer, which nothing leads to', async () => {
  const { form, path } = await publish({ anonymous: true })
  expect(await answer(path, 'sat', phone('10.9.7.1'))).toBe('Thank you')
  expect(await answer(path, 'sun', phone('10.9.7.1'))).toBe('You already answered')
  expect(await readersOf(form)).toEqual([{ responseId: null }])
})

test('a poll that takes several answers of each person takes several of each reader', async () => {
  const { form, path } = await publish({ oncePerPerson: false })
  for (const day of ['sat', 'sun']) expect(await answer(path, day, phone('10.9.8.1'))).toBe('Thank you')
  expect(await answersTo(form)).toEqual(['sat', 'sun'])
  expect(await readersOf(form)).toEqual([])
})

test('an address and a browser are forgotten after at most 62 days, a person is not', async () => {
  const { form, path } = await publish()
  await answer(path, 'sat', phone('10.9.9.1'))
  await answer(linkFor(path, await newContact()), 'sat', phone('10.9.9.1'))
  const { kernel } = t.process
  const later = (days: number) => ({
    ...kernel,
    world: { ...kernel.world, now: () => new Date(kernel.world.now().getTime() + days * DAY_MS) },
  })
  const forget = crons.find(({ name }) => name === 'forms.forget-readers')
  await forget?.run(later(27))
  expect(await readersOf(form)).toHaveLength(2)
  await forget?.run(later(63))
  expect(await readersOf(form)).toHaveLength(1)
  expect(await answersTo(form)).toEqual(['sat', 'sat'])
})
