import { optInPages, saveOptInPage } from '@crewline/contract/opt-in'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilOneWaits } from '../../../test/kit/locks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { countView, writeViews } from './count-views.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('views that are being written are waited for, as when a process stops', async () => {
  const { kernel } = t.process
  const ann = t.as(t.acme.ann)
  const { id } = (
    await ann.call(saveOptInPage, {
      query: {},
      body: {
        ...{ name: 'Gate', url: 'gate', keyword: '', title: { en: 'Shift news' }, intro: {}, thanks: {}, fields: [] },
        ...{ color: '#0b5fb0', languages: ['en'], frequency: { count: 4, per: 'week' }, actions: [], websites: [] },
        ...{ termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
        ...{ doubleOptIn: true, verifyPhone: false, duplicate: 'update' },
      },
    })
  ).body.page
  let isOver = false
  let written: Promise<void> | undefined
  await kernel.database
    .asSystem('a test delays a writing')
    .transaction()
    .execute(async (tx) => {
      await sql`select from opt_in_page where id = ${id} for update`.execute(tx)
      countView(kernel, t.acme.id, id)
      void writeViews(kernel)
      written = writeViews(kernel).then(() => void (isOver = true))
      await untilOneWaits(t)
      expect(isOver).toBe(false)
    })
  await written
  expect((await ann.call(optInPages, { query: { id } })).body.data[0]?.stats.views).toBe(1)
})
