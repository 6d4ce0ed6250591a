import { createTag, deleteTag } from '@crewline/contract/tags'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Calls as a client that names JSON for every call does. */
async function send(method: string, path: string, body?: string) {
  const headers = { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${t.process.address}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  return { http: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a call that names JSON and has no body is a call without a body', async () => {
  const { tag } = (await t.as(t.acme.ann).call(createTag, { body: { name: 'New hire' } })).body
  expect(await send('DELETE', `${deleteTag.path}?id=${tag.id}`)).toMatchObject({ http: 200, body: { status: 'OK' } })
})

test.each(['', '   ', '{', 'null'])('an endpoint that needs a body refuses %j', async (body) => {
  expect(await send('POST', createTag.path, body)).toMatchObject({ http: 400, body: { code: 'invalid' } })
})
