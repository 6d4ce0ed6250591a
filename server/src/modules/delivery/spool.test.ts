import { appendFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeLog } from '../../kernel/log.ts'
import { makeEncryption } from '../../kernel/secrets/encryption.ts'
import { realWorld } from '../../kernel/world.ts'
import { optOutsFirst } from './replay-order.ts'
import { Spool, spoolFolder, spoolIsEmpty, type Spooled } from './spool.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crewline-spool-'))
})
const spools: Spool[] = []
afterEach(async () => {
  for (const spool of spools.splice(0)) await spool.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const text = (body: string, from = '+14155550100'): Spooled => ({
  lineId: 'line',
  messageId: undefined,
  event: { kind: 'incoming', carrierId: body, from, to: '', body, media: [] },
})
const bodyOf = ({ event }: Spooled) => (event.kind === 'incoming' ? event.body : '')
const makeSpool = (laterMs = 0) => {
  const world = realWorld()
  const later = { ...world, machineNow: () => new Date(world.machineNow().getTime() + laterMs) }
  const encryption = makeEncryption(Buffer.alloc(32, 7).toString('base64'), world)
  const spool = new Spool({
    config: { dataDir },
    world: later,
    encryption,
    log: makeLog('silent'),
  } as unknown as Kernel)
  spools.push(spool)
  return spool
}
const readAll = async (spool: Spool) => {
  const files = await spool.readyFiles()
  return (await Promise.all(files.map((file) => spool.read(file)))).flat().map(bodyOf)
}

test('reads stored events in order, many from one file, and deletes them on request', async () => {
  const spool = makeSpool()
  expect(await spoolIsEmpty(dataDir)).toBe(true)
  await Promise.all(Array.from({ length: 50 }, (_, n) => spool.append(text(`text ${n}`))))
  expect([spool.size(), await spoolIsEmpty(dataDir)]).toEqual([50, false])
  expect(await readAll(spool)).toEqual(Array.from({ length: 50 }, (_, n) => `text ${n}`))
  await spool.append(text('after'))
  const files = await spool.readyFiles()
  expect(files).toHaveLength(2)
  for (const file of files) await spool.deleteFile(file)
  expect([spool.size(), await spoolIsEmpty(dataDir)]).toEqual([0, true])
})

test('encrypts message text and skips a torn line without losing others', async () => {
  const spool = makeSpool()
  await spool.append(text('before'))
  const [open] = await readdir(spoolFolder(dataDir))
  const path = join(spoolFolder(dataDir), open ?? '')
  await appendFile(path, 'v1.half a line')
  await spool.append(text('after'))
  expect(await readAll(spool)).toEqual(['before', 'after'])
})

test('stops writing to a file that another process took and continues in a new one', async () => {
  const spool = makeSpool()
  await spool.append(text('first'))
  const [open = ''] = await readdir(spoolFolder(dataDir))
  await rename(join(spoolFolder(dataDir), open), join(spoolFolder(dataDir), 'taken'))
  await spool.append(text('second'))
  expect(await readAll(spool)).toEqual(['second'])
})

test('takes over files of an ended process but not of a running one', async () => {
  const folder = spoolFolder(dataDir)
  const living = makeSpool()
  await living.append(text('mine'))
  const endedSpool = makeSpool()
  await endedSpool.append(text('left behind'))
  await endedSpool.stop()
  const heir = makeSpool()
  expect(await readAll(heir)).toEqual(['left behind'])
  // For a file of another machine only its age counts.
  await writeFile(join(folder, 'open-0~elsewhere~1~id~0.jsonl'), '')
  expect(await heir.readyFiles()).toHaveLength(1)
  expect(await makeSpool(120_000).readyFiles()).toHaveLength(3)
})

test('sorts all events of contacts who opt out first, in order', () => {
  const entries = [
    text('Hello'),
    text('Late today', '+1'),
    text('Am I?', '+2'),
    text('Stop', '+2'),
    text('Bye'),
    text('START', '+2'),
  ]
  expect(optOutsFirst(entries).map(bodyOf)).toEqual(['Am I?', 'Stop', 'START', 'Hello', 'Late today', 'Bye'])
})
