import { archiveNewsIssue, createNewsIssue, NewsContent, type NewsEditors } from '@crewline/contract/news'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, type TestUser } from '../../../test/kit/cast.ts'
import type { SocketClient } from '../../../test/kit/sockets.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let elsewhere: string
let max: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  elsewhere = (await t.another('web')).address
  max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
})
afterAll(() => t.close())

const content = NewsContent.parse({ title: 'October news', blocks: [] })
const makeIssue = async (user: TestUser) =>
  (await t.as(user).call(createNewsIssue, { body: { content } })).body.issue.id
const edit = (client: SocketClient, issueId: unknown) => client.socket.emit('news-editing', { issueId })
/** Waits for the next list of editors of an issue with exactly these members. */
const waitForEditors = (client: SocketClient, issueId: string, names: string[]) =>
  client.next<NewsEditors>(
    'news-editors',
    (event) => event.issueId === issueId && event.editors.map(({ name }) => name).join() === names.join(),
  )

test('shows who is editing an issue across processes, and who left by closing the tab', async () => {
  const { ann } = t.acme
  const [first, second] = [await makeIssue(ann), await makeIssue(ann)]
  const [here, there] = [await t.connectClient(ann), await t.connectClient(max, elsewhere)]
  edit(here, first)
  for (const client of [here, there]) await waitForEditors(client, first, ['Ann Acme'])
  edit(there, first)
  for (const client of [here, there]) await waitForEditors(client, first, ['Ann Acme', 'Max Acme'])
  edit(there, second)
  await waitForEditors(here, first, ['Ann Acme'])
  await waitForEditors(here, second, ['Max Acme'])
  edit(there, null)
  await waitForEditors(here, second, [])
  edit(there, first)
  await waitForEditors(here, first, ['Ann Acme', 'Max Acme'])
  there.close()
  await waitForEditors(here, first, ['Ann Acme'])
})

test('shows editors only to members who may edit, and takes reports only from them', async () => {
  const { ann, vic } = t.acme
  const reader = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ria', lastname: 'Acme', role: 'viewer' })
  const issueId = await makeIssue(ann)
  const [writer, colleague] = [await t.connectClient(ann), await t.connectClient(max)]
  const outside = [await t.connectClient(reader), await t.connectClient(vic), await t.connectClient(t.beta.ann)]
  for (const client of outside) edit(client, issueId)
  edit(writer, issueId)
  await waitForEditors(colleague, issueId, ['Ann Acme'])
  edit(colleague, issueId)
  await waitForEditors(writer, issueId, ['Ann Acme', 'Max Acme'])
  for (const client of outside) expect(client.all('news-editors')).toEqual([])
})

test('ignores invalid reports, and issues that are foreign, unknown or archived', async () => {
  const { ann } = t.acme
  const [issueId, archived, foreign] = [await makeIssue(ann), await makeIssue(ann), await makeIssue(t.beta.ann)]
  await t.as(ann).call(archiveNewsIssue, { params: { id: archived }, body: { archived: true } })
  const [writer, colleague] = [await t.connectClient(ann), await t.connectClient(max)]
  for (const junk of [null, 'x', 7, [], {}]) writer.socket.emit('news-editing', junk)
  for (const id of ['x', archived, foreign, t.acme.bob.id]) edit(writer, id)
  edit(writer, issueId)
  await waitForEditors(colleague, issueId, ['Ann Acme'])
  expect((colleague.all('news-editors') as NewsEditors[]).every((event) => event.issueId === issueId)).toBe(true)
})
