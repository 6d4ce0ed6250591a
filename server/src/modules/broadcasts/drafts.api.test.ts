import { editBroadcast, readBroadcast } from '@crewline/contract/broadcasts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('keeps the parts of a draft that a change does not name', async () => {
  const before = await draft(t, [], { audience: { everyone: true }, kind: 'poll', poll: { type: 'yes_no' } })
  const changed = await t.as(t.acme.ann).call(editBroadcast, {
    query: { id: before.id },
    body: { version: before.version, name: 'Renamed' },
  })
  expect(changed.body).toMatchObject({ status: 'OK' })
  const { body } = await t.as(t.acme.ann).call(readBroadcast, { params: { id: before.id } })
  expect(body.broadcast).toMatchObject({
    name: 'Renamed',
    kind: before.kind,
    audience: before.audience,
    message: before.message,
    schedule: before.schedule,
    options: before.options,
    poll: before.poll,
  })
})
