import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'
import type { CarrierEvent } from '../carriers/index.ts'
import { makeDurable } from './replay.ts'
import { opened } from './quarantine.ts'
import { spoolIsEmpty } from './spool.ts'
import { quarantineRows } from './views.ts'

let t: TestApp
let dataDir: string
beforeAll(async () => {
  t = await testApp()
  dataDir = await mkdtemp(join(tmpdir(), 'crewline-replay-'))
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const text = (body: string, from = '+14155550100'): CarrierEvent => ({
  ...{ kind: 'incoming', carrierId: body, from, to: '', body, media: [] },
})

/** A database that takes no writes: nothing that fails meanwhile is given up, however long it takes. */
const away = () => Object.assign(new Error('not now'), { code: '53100' })
/** The event's own failure, while the database works. */
const refused = () => new Error('not this one')

/** Creates an inbound handler that fails as `fails` says, and records handled messages and warnings. */
function listening(fails: (body: string) => Error | false) {
  const { kernel } = t.process
  const handled: string[] = []
  const warned: string[] = []
  const note = (_of: unknown, message: string) => void warned.push(message)
  const log = Object.assign(makeLog('silent'), { warn: note, error: note }) as typeof kernel.log
  const quietKernel = { ...kernel, config: { ...kernel.config, dataDir }, log }
  const handler = makeDurable(quietKernel, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    const failure = fails(body)
    if (failure) throw failure
    handled.push(body)
  })
  const line = { ...t.acme.line, state: 'active', pausedReason: null, isDefault: true, createdAt: new Date() } as never
  return {
    handler,
    received: handled,
    warned,
    handle: (body: string, from?: string) => handler.handle(line, text(body, from), undefined),
  }
}
const quarantine = async () => {
  const rows = await quarantineRows(t.process.kernel.database.ofOrg(t.acme.id), 100)
  return rows
    .map((row) => opened(t.process.kernel, row)?.event)
    .flatMap((event) => (event?.kind === 'incoming' ? [event.body] : []))
}
const contactQueueIsEmpty = async () => (await readdir(join(dataDir, 'spool-per-contact')).catch(() => [])).length === 0

test('retries failed events until they are stored and quarantines an unstorable one without blocking others', async () => {
  let isDown = true
  const { handler, received, handle } = listening((body) => (isDown ? away() : body === 'poison' && refused()))
  // Messages about consent wait in the common spool.
  for (const body of ['YES', 'first', 'poison', 'last']) await handle(body)
  expect(handler.isAway()).toBe(true)
  isDown = false
  await t.until(async () => (await spoolIsEmpty(dataDir)) && !handler.isAway())
  await t.until(async () => (await quarantine()).includes('poison') && (await contactQueueIsEmpty()))
  // An event may be handled several times; its key makes repeats harmless.
  expect([...new Set(received)]).toEqual(['YES', 'first', 'last'])
  await handle('after')
  expect(received.at(-1)).toBe('after')
  await handler.stop()
})

test('keeps the order on disk behind a message that still waits for the database', async () => {
  let isDown = true
  let isHanging = true
  const { kernel } = t.process
  const handled: string[] = []
  const config = { ...kernel.config, dataDir, spoolAfterMs: 400 }
  const handler = makeDurable({ ...kernel, config, log: makeLog('silent') }, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    // Only the first attempt: one that hangs during the replay would never end.
    if (isHanging && body === 'first') {
      isHanging = false
      await new Promise(() => {})
    }
    if (isDown) throw away()
    handled.push(body)
  })
  const line = { ...t.acme.line } as never
  const first = handler.handle(line, text('first'), undefined)
  // Messages about consent wait in the common spool: from here on every event goes to disk.
  await handler.handle(line, text('YES', '+14155550188'), undefined)
  expect(handler.isAway()).toBe(true)
  await Promise.all([
    first,
    handler.handle(line, text('second'), undefined),
    handler.handle(line, text('third'), undefined),
  ])
  isDown = false
  await t.until(async () => (await spoolIsEmpty(dataDir)) && !handler.isAway())
  expect(handled.filter((body) => body !== 'YES')).toEqual(['first', 'second', 'third'])
  await handler.stop()
})

test('keeps the order per sender when an event fails again during recovery', async () => {
  let isDown = true
  const toFail = new Set(['first', 'fourth'])
  const { handler, received, handle } = listening((body) => (isDown ? away() : toFail.delete(body) && refused()))
  // Messages about consent wait in the common spool: from here on every event goes to disk.
  const otherPhone = '+14155550177'
  await handle('YES', otherPhone)
  for (const body of ['first', 'second', 'third', 'fourth', 'fifth']) await handle(body)
  await handle('from another contact', otherPhone)
  isDown = false
  await t.until(async () => received.includes('fifth'))
  expect(received.filter((body) => body !== 'YES' && body !== 'from another contact')).toEqual([
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
  ])
  expect(received.indexOf('from another contact')).toBeLessThan(received.indexOf('first'))
  await handler.stop()
})

test('handles simultaneous messages of one sender one at a time', async () => {
  const { kernel } = t.process
  const handled: string[] = []
  const handler = makeDurable({ ...kernel, config: { ...kernel.config, dataDir } }, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    if (body === 'slow') await t.until(() => Promise.resolve(handled.includes('from another contact')))
    handled.push(body)
  })
  const receive = (body: string, from?: string) =>
    handler.handle({ ...t.acme.line } as never, text(body, from), undefined)
  await Promise.all([
    receive('slow'),
    receive('two'),
    receive('three'),
    receive('from another contact', '+14155550166'),
  ])
  expect(handled).toEqual(['from another contact', 'slow', 'two', 'three'])
  await handler.stop()
})

test('delays only its own sender for a failing message and quarantines it with a warning', async () => {
  // Attempts that fail because the database takes no writes do not count.
  let doAttemptsCount = true
  const { handler, received, warned, handle } = listening(
    (body) => body === 'bad' && (doAttemptsCount ? refused() : away()),
  )
  const otherPhone = '+14155550199'
  await handle('bad')
  // It is on the disk now; nothing else waits and sending continues. A database that answers late looks unavailable first.
  await t.until(async () => !handler.isAway() && (await spoolIsEmpty(dataDir)) && !(await contactQueueIsEmpty()))
  doAttemptsCount = false
  await handle('behind it')
  await handle('from another contact', otherPhone)
  await handle('STOP')
  expect(received).toEqual(['from another contact', 'STOP'])
  doAttemptsCount = true
  await t.until(async () => received.includes('behind it') && (await contactQueueIsEmpty()))
  expect(await quarantine()).toEqual(expect.arrayContaining(['bad']))
  expect(warned.filter((message) => message.includes('was quarantined'))).toHaveLength(1)
  await handle('later')
  expect(received).toEqual(['from another contact', 'STOP', 'behind it', 'later'])
  await handler.stop()
})

test('resumes the per-contact queue of an ended process in the next one', async () => {
  const before = listening(refused)
  // Only the database decides whether it is available; a process that ends in the meantime has quarantined nothing.
  await before.handle('left behind')
  await t.until(async () => !(await contactQueueIsEmpty()) && (await spoolIsEmpty(dataDir)))
  await before.handler.stop()
  expect(await contactQueueIsEmpty()).toBe(false)
  const next = listening(() => false)
  await t.until(async () => next.received.includes('left behind') && (await contactQueueIsEmpty()))
  await next.handler.stop()
  expect(await quarantine()).not.toContain('left behind')
})

test('applies a STOP whose message cannot be stored when it is quarantined', async () => {
  const phone = '+14155550142'
  let isDown = true
  const { handler, handle } = listening((body) => body === 'Stop' && (isDown ? away() : refused()))
  await handle('Stop', phone)
  // Until then nothing is sent.
  expect(await spoolIsEmpty(dataDir)).toBe(false)
  isDown = false
  await t.until(async () => (await quarantine()).includes('Stop') && (await spoolIsEmpty(dataDir)))
  const { rows } = await sql`select opted_out from consent where phone = ${phone}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(rows).toEqual([{ opted_out: true }])
  await handler.stop()
})
