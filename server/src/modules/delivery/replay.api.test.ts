import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { makeLog } from '../../kernel/log.ts'
import type { CarrierEvent } from '../carriers/index.ts'
import { makeDurable } from './replay.ts'
import { spoolFolder, spoolIsEmpty } from './spool.ts'

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

const text = (body: string): CarrierEvent => ({
  ...{ kind: 'incoming', carrierId: body, from: '+14155550100', to: '', body, media: [] },
})

test('an event that cannot be taken in is set aside after a few tries and holds up nobody; the others are heard in order', async () => {
  const { kernel } = t.process
  const heard: string[] = []
  let isDown = true
  const quiet = { ...kernel, config: { ...kernel.config, dataDir }, log: makeLog('silent') }
  const ears = makeDurable(quiet, async (_line, event) => {
    const body = event.kind === 'incoming' ? event.body : ''
    if (isDown || body === 'poison') throw new Error('not now')
    heard.push(body)
  })
  const line = { ...t.acme.line, state: 'active', pausedReason: null, isDefault: true, createdAt: new Date() } as never
  for (const body of ['first', 'poison', 'last']) await ears.hear(line, text(body), undefined)
  expect(ears.isAway()).toBe(true)
  isDown = false
  await t.until(async () => (await spoolIsEmpty(dataDir)) && !ears.isAway())
  // What could be heard was, each try anew: its key makes the repeats harmless.
  expect([...new Set(heard)]).toEqual(['first', 'last'])
  expect((await readdir(spoolFolder(dataDir))).filter((name) => name.startsWith('dead-'))).toHaveLength(1)
  await ears.hear(line, text('after'), undefined)
  expect(heard.at(-1)).toBe('after')
  await ears.stop()
})
