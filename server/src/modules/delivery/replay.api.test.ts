import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { makeLog } from '../../kernel/log.ts'
import type { CarrierEvent } from '../carriers/index.ts'
import { makeDurable } from './replay.ts'
import { opened } from './set-aside.ts'
import { spoolIsEmpty } from './spool.ts'
import { asideRows } from './views.ts'

let t: House
let dataDir: string
beforeAll(async () => {
  t = await house()
  dataDir = await mkdtemp(join(tmpdir(), 'crewline-replay-'))
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const text = (body: string, from = '+14155550100'): CarrierEvent => ({
  ...{ kind: 'incoming', carrierId: body, from, to: '', body, media: [] },
})

/** Ears over the house's database that hear what `fails` lets through, with what they heard and what was warned of. */
function listening(fails: (body: string) => boolean) {
  const { kernel } = t.process
  const heard: string[] = []
  const warned: string[] = []
  const note = (_of: unknown, words: string) => void warned.push(words)
  const log = Object.assign(makeLog('silent'), { warn: note, error: note }) as typeof kernel.log
  const quiet = { ...kernel, config: { ...kernel.config, dataDir }, log }
  const ears = makeDurable(quiet, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    if (fails(body)) throw new Error('not now')
    heard.push(body)
  })
  const line = { ...t.acme.line, state: 'active', pausedReason: null, isDefault: true, createdAt: new Date() } as never
  return { ears, heard, warned, hear: (body: string, from?: string) => ears.hear(line, text(body, from), undefined) }
}
const setAside = async () => {
  const rows = await asideRows(t.process.kernel.database.ofOrg(t.acme.id), 100)
  return rows
    .map((row) => opened(t.process.kernel, row)?.event)
    .flatMap((event) => (event?.kind === 'incoming' ? [event.body] : []))
}
const aloneIsEmpty = async () => (await readdir(join(dataDir, 'spool-alone')).catch(() => [])).length === 0

test('what fails is tried again until it is taken in; what never is, is set aside and holds up nobody', async () => {
  let isDown = true
  const { ears, heard, hear } = listening((body) => isDown || body === 'poison')
  // Words about consent wait where everybody waits for them.
  for (const body of ['YES', 'first', 'poison', 'last']) await hear(body)
  expect(ears.isAway()).toBe(true)
  isDown = false
  await t.until(async () => (await spoolIsEmpty(dataDir)) && !ears.isAway())
  await t.until(async () => (await setAside()).includes('poison') && (await aloneIsEmpty()))
  // Each try is anew: its key makes the repeats harmless.
  expect([...new Set(heard)]).toEqual(['YES', 'first', 'last'])
  await hear('after')
  expect(heard.at(-1)).toBe('after')
  await ears.stop()
})

test('a text behind one that still waits for the database does not overtake it on the disk', async () => {
  let isDown = true
  const { kernel } = t.process
  const heard: string[] = []
  const config = { ...kernel.config, dataDir, spoolAfterMs: 400 }
  const ears = makeDurable({ ...kernel, config, log: makeLog('silent') }, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    if (isDown && body === 'first') await new Promise(() => {})
    if (isDown) throw new Error('not now')
    heard.push(body)
  })
  const line = { ...t.acme.line } as never
  const first = ears.hear(line, text('first'), undefined)
  // Words about consent wait where everybody waits for them: from here on the disk is where everything goes.
  await ears.hear(line, text('YES', '+14155550188'), undefined)
  expect(ears.isAway()).toBe(true)
  await Promise.all([first, ears.hear(line, text('second'), undefined), ears.hear(line, text('third'), undefined)])
  isDown = false
  await t.until(async () => (await spoolIsEmpty(dataDir)) && !ears.isAway())
  expect(heard.filter((body) => body !== 'YES')).toEqual(['first', 'second', 'third'])
  await ears.stop()
})

test('while the database comes back, what fails once more is not overtaken by what its sender told after it', async () => {
  let isDown = true
  const toFail = new Set(['first', 'fourth'])
  const { ears, heard, hear } = listening((body) => isDown || toFail.delete(body))
  // Words about consent wait where everybody waits for them: from here on the disk is where everything goes.
  const other = '+14155550177'
  await hear('YES', other)
  for (const body of ['first', 'second', 'third', 'fourth', 'fifth']) await hear(body)
  await hear('of somebody else', other)
  isDown = false
  await t.until(async () => heard.includes('fifth'))
  expect(heard.filter((body) => body !== 'YES' && body !== 'of somebody else')).toEqual([
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
  ])
  expect(heard.indexOf('of somebody else')).toBeLessThan(heard.indexOf('first'))
  await ears.stop()
})

test('texts of one sender that arrive at once are taken in one after the other', async () => {
  const { kernel } = t.process
  const heard: string[] = []
  const ears = makeDurable({ ...kernel, config: { ...kernel.config, dataDir } }, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    await new Promise((resolve) => setTimeout(resolve, body === 'slow' ? 100 : 0))
    heard.push(body)
  })
  const hear = (body: string, from?: string) => ears.hear({ ...t.acme.line } as never, text(body, from), undefined)
  await Promise.all([hear('slow'), hear('two'), hear('three'), hear('of somebody else', '+14155550166')])
  expect(heard).toEqual(['of somebody else', 'slow', 'two', 'three'])
  await ears.stop()
})

test('a text that fails by itself holds its own sender only, is set aside with a warning, and is never lost', async () => {
  const { ears, heard, warned, hear } = listening((body) => body === 'bad')
  const other = '+14155550199'
  await hear('bad')
  // It is on the disk now; nothing else waits, nothing is held.
  expect([ears.isAway(), await spoolIsEmpty(dataDir), await aloneIsEmpty()]).toEqual([false, true, false])
  await hear('behind it')
  await hear('of somebody else', other)
  await hear('STOP')
  expect(heard).toEqual(['of somebody else', 'STOP'])
  await t.until(async () => heard.includes('behind it') && (await aloneIsEmpty()))
  expect(await setAside()).toEqual(expect.arrayContaining(['bad']))
  expect(warned.filter((words) => words.includes('is set aside'))).toHaveLength(1)
  await hear('later')
  expect(heard).toEqual(['of somebody else', 'STOP', 'behind it', 'later'])
  await ears.stop()
})

test('what waits by itself when a process ends is taken up by the next', async () => {
  const before = listening(() => true)
  // Only the database itself decides whether it is away; a process that ends meanwhile has set nothing aside.
  await before.hear('left behind')
  await before.ears.stop()
  expect(await aloneIsEmpty()).toBe(false)
  const next = listening(() => false)
  await t.until(async () => next.heard.includes('left behind') && (await aloneIsEmpty()))
  await next.ears.stop()
  expect(await setAside()).not.toContain('left behind')
})

test('a STOP whose text cannot be stored is obeyed when it is set aside', async () => {
  const phone = '+14155550142'
  const { ears, hear } = listening((body) => body === 'Stop')
  await hear('Stop', phone)
  // Until then nothing is handed over from here.
  expect(await spoolIsEmpty(dataDir)).toBe(false)
  await t.until(async () => (await setAside()).includes('Stop') && (await spoolIsEmpty(dataDir)))
  const { rows } = await sql`select opted_out from consent where phone = ${phone}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(rows).toEqual([{ opted_out: true }])
  await ears.stop()
})
