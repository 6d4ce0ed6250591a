import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addLine, editLine, lines } from '@crewline/contract/lines'
import { createWebhook, rotateWebhookSecret } from '@crewline/contract/webhooks'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../test/kit/api-keys.ts'
import { countOpened, findSealedColumns, openAsOwner, plantSealed, readSealed } from '../../test/kit/sealed-values.ts'
import { callApi, testApp, type TestApp } from '../../test/kit/test-app.ts'
import { readConfig } from '../kernel/config.ts'
import { makeLog } from '../kernel/log.ts'
import { readEncryptionKeys } from '../kernel/secrets/encryption-keys.ts'
import { makeEncryption } from '../kernel/secrets/encryption.ts'
import { keysInUse, recordUse } from '../kernel/secrets/keys-in-use.ts'
import { countByKey, sealColumnAgain } from '../kernel/secrets/seal-again.ts'
import { sealedColumns, type SealedColumn } from '../kernel/secrets/sealed-columns.ts'
import { explainAdminError, runAdmin } from './admin.ts'
import { showKeys } from './admin-keys.ts'
import { startProcess, type CrewlineProcess } from './process.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const ONE = Buffer.alloc(32, 1).toString('base64')
const TWO = Buffer.alloc(32, 2).toString('base64')
/** Shorter than in production, so that the test does not wait a minute for ended processes. */
const QUIET_SECONDS = 1

let t: TestApp
let owner: pg.Client
let lineId: string
const logged: string[] = []
beforeAll(async () => {
  const log = makeLog('info', { write: (line) => void logged.push(line) })
  t = await testApp({ roles: 'web', log, settings: { ENCRYPTION_KEYS: `two:${TWO},one:${ONE},master` } })
  const line = { phone: '312 555 0161', label: 'Night', carrier: 'twilio' as const, ...ACCOUNT }
  const added = await t.as(t.acme.ann).call(addLine, { body: line })
  lineId = added.body.line.id
  owner = await openAsOwner(t.process.kernel)
  await plantSealed(owner, t.process.kernel, encryptionWith(''), t.acme.id)
})
afterAll(async () => {
  await owner.end()
  await t.close()
})

const envWith = (keys: string): Record<string, string> => ({
  DATABASE_URL: t.process.kernel.config.databaseUrl ?? '',
  DATA_DIR: t.process.kernel.config.dataDir,
  MASTER_KEY,
  SIMULATORS: 'on',
  SIMULATOR_URL: t.carrier.url,
  PORT: '0',
  ROLES: 'web',
  ...(keys ? { ENCRYPTION_KEYS: keys } : {}),
})

/** Starts another process of the product with these keys. */
const startWith = (keys: string): Promise<CrewlineProcess> => {
  const { config, world, log } = { ...t.process.kernel, config: readConfig(envWith(keys)) }
  return startProcess({
    config,
    databaseUrl: config.databaseUrl ?? '',
    masterKey: MASTER_KEY,
    world,
    log,
    version: 'test',
  })
}

const toolsWith = (keys: string) => {
  const { database, world } = t.process.kernel
  return { config: readConfig(envWith(keys)), database, world, say: () => {} }
}
const rotate = (keys: string) =>
  showKeys(toolsWith(keys), { isRotating: true, acceptsDamaged: false, say: () => {}, quietSeconds: QUIET_SECONDS })
const encryptionWith = (keys: string) =>
  makeEncryption(MASTER_KEY, t.process.kernel.world, readEncryptionKeys(keys || undefined))
const system = () => t.process.kernel.database.asSystem('a test looks at keys')
/** The account of the line that these tests add; saving it seals it again. */
const ACCOUNT = { account: `AC${'a'.repeat(32)}`, key: 'b'.repeat(32) }
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Opens with every key of the list but not MASTER_KEY, as if that had never sealed. */
const withoutMaster = (keys: string) =>
  makeEncryption(Buffer.alloc(32, 99).toString('base64'), t.process.kernel.world, readEncryptionKeys(keys))

test('every sealed column of the database is listed by its module, with its primary key', async () => {
  const listed = sealedColumns().map(({ table, column }) => `${table}.${column}`)
  expect(await findSealedColumns(owner)).toEqual(
    [...listed, 'encryption_key.key_check', 'master_key_check.sealed'].toSorted(),
  )
  for (const { table, key } of sealedColumns()) {
    const { rows } = await owner.query<{ column: string; type: string }>(
      `select a.attname as column, a.atttypid::regtype::text as type from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
      [table],
    )
    expect({ table, key: rows }).toEqual({
      table,
      key: Object.entries(key).map(([column, type]) => ({ column, type })),
    })
  }
})

test('a key is added as the second first, so that every process reads what each of them seals', async () => {
  // The process of the test app has sealed with "two": these know it too.
  const before = await startWith(`master,two:${TWO}`)
  const added = await startWith(`master,two:${TWO},one:${ONE}`)
  const first = await startWith(`one:${ONE},two:${TWO},master`)
  try {
    const { ann } = t.acme
    await prove(t, ann)
    const create = (at: CrewlineProcess, name: string) =>
      callApi(at.address, ann.token, createWebhook, {
        body: { url: 'https://example.com/hook', name, events: ['message.received'] },
      })
    const ids = [await create(before, 'before'), await create(added, 'added'), await create(first, 'first')].map(
      ({ body }) => body.webhook.id,
    )
    const { rows } = await owner.query<{ secret: string }>(
      'select secret from webhook_endpoint where id = any ($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    )
    expect(rows.map(({ secret }) => secret.replace(/\.[\w-]+$/, ''))).toEqual(['v1', 'v1', 'v2.one'])
    const edit = (at: CrewlineProcess) =>
      callApi(at.address, ann.token, editLine, { query: { id: lineId }, body: ACCOUNT })
    expect((await edit(first)).http).toBe(200)
    expect((await callApi(added.address, ann.token, lines, {})).http).toBe(200)
    // A process without the key says that it cannot now; its log says why, and no answer or line quotes a key.
    const refused = await callApi(before.address, ann.token, lines, {})
    expect(refused).toMatchObject({ http: 503, body: { code: 'unavailable' } })
    expect(logged.join('\n')).toContain('encryption key \\"one\\"')
    expect((await edit(added)).http).toBe(200)
    expect((await callApi(before.address, ann.token, lines, {})).http).toBe(200)
    for (const key of [ONE, MASTER_KEY])
      expect(logged.join('\n') + JSON.stringify(refused)).not.toContain(key.slice(0, 20))
  } finally {
    await Promise.all([before.stop(), added.stop(), first.stop()])
  }
})

test('keeps a key while a process that seals with it runs', async () => {
  // As if a process said all the time that it seals with it, however slow this machine is.
  await recordUse(system(), encryptionWith(''), ['master'])
  const useAt = (interval: string) =>
    owner.query("update encryption_key set used_at = now() + $1::interval where id = 'master'", [interval])
  await useAt('1 hour')
  expect(await rotate(`one:${ONE},two:${TWO},master`)).toMatch(
    /Keep MASTER_KEY: a running process sealed with it.*"one" the first/,
  )
  expect((await keysInUse(system())).map(({ id }) => id)).toContain('master')
  await useAt('-1 hour')
})

test('seals every value again while calls read and write them, also after it was stopped in the middle', async () => {
  await rotate(`one:${ONE},two:${TWO},master`)
  const keys = `two:${TWO},one:${ONE},master`
  const before = await readSealed(owner)
  expect(total(await countOpened(owner, withoutMaster(`one:${ONE}`)))).toBeGreaterThan(1200)
  const busy = startCalls()
  try {
    // Stopped within the second transaction of the largest table, which is taken back.
    const column = sealedColumns().find(({ table }) => table === 'idempotent_call') as SealedColumn
    const encryption = encryptionWith(keys)
    let times = 0
    const seal = (place: string, text: string): string => {
      if (++times > 700) throw new Error('stopped')
      return encryption.seal(place, text)
    }
    await expect(sealColumnAgain(system(), { ...encryption, seal }, column)).rejects.toThrow('stopped')
    const { values } = await countByKey(system(), column)
    expect(values.get('two')).toBeGreaterThanOrEqual(500)
    expect(values.get('one')).toBeGreaterThanOrEqual(600)

    const said = await rotate(keys)
    expect(said).toMatch(/^Sealed again: \d+ values\.\n"two" seals what is new, and sealed \d+ of the stored values/)
    expect(said).toContain('"one" is no longer needed. Remove it from ENCRYPTION_KEYS')
    expect(said).toContain('MASTER_KEY seals nothing any more. Keep it all the same')
  } finally {
    expect(await busy.end()).toEqual([])
  }
  // Nothing opens with the keys before, and everything opens with the new one alone, to the same text at the same place.
  expect(total(await countOpened(owner, encryptionWith(`one:${ONE}`)))).toBe(0)
  const opened = withoutMaster(`two:${TWO}`)
  const after = await readSealed(owner)
  const texts = new Map(after.map(({ name, place, sealed }) => [`${name} ${place}`, opened.open(place, sealed)]))
  for (const { name, place, planted, sealed } of before)
    if (encryptionWith(`one:${ONE}`).open(place, sealed) === planted)
      expect(texts.get(`${name} ${place}`)).toBe(planted)
  expect((await keysInUse(system())).map(({ id }) => id)).toEqual(['two'])
  const alone = await startWith(`two:${TWO}`)
  expect((await callApi(alone.address, t.acme.ann.token, lines, {})).http).toBe(200)
  await alone.stop()
})

/** Calls that read and write sealed values, until they are ended; returns the refusals. */
function startCalls(): { end: () => Promise<unknown[]> } {
  const { ann } = t.acme
  const refused: unknown[] = []
  let isOver = false
  const events = ['message.received' as const]
  const hook = { url: 'https://example.com/hook', name: 'Busy', events }
  const running = (async () => {
    await prove(t, ann)
    const { body } = await t.as(ann).call(createWebhook, { body: hook })
    const params = { id: body.webhook.id }
    for (let n = 0; n < 5 || !isOver; n++) {
      // Many at first, then fewer than the 600 calls a minute that a member may make.
      if (n > 20) await wait(500)
      for (const { http, body: answer } of [
        await t.as(ann).call(lines),
        // An account is checked with its carrier, at most 30 times an hour.
        ...(n < 20 ? [await t.as(ann).call(editLine, { query: { id: lineId }, body: ACCOUNT })] : []),
        await t.as(ann).call(rotateWebhookSecret, { params, body: { overlapHours: 24 } }),
        await t.as(ann).call(createWebhook, { body: hook, headers: { 'idempotency-key': 'always-the-same' } }),
      ])
        if (http !== 200) refused.push(answer)
    }
  })()
  return {
    end: async () => {
      isOver = true
      await running
      return refused
    },
  }
}

test('refuses to start without a key in use, or with another key of its name, in words that help', async () => {
  await recordUse(system(), encryptionWith(`one:${ONE}`), ['one'])
  const start = (keys: string) =>
    startWith(keys).then(
      async (started) => started.stop().then(() => 'it started'),
      (error: Error) => error.message,
    )
  expect(await start(`two:${TWO}`)).toMatch(
    /does not have the key "one".*Add it after the first key.*encryption-keys --rotate yes/,
  )
  expect(await start('')).toContain('ENCRYPTION_KEYS does not have the key')
  expect(await start(`two:${TWO},one:${Buffer.alloc(32, 9).toString('base64')}`)).toContain(
    'The key "one" in ENCRYPTION_KEYS is not the key of this name',
  )
  const run = (...args: string[]) => runAdmin(args, envWith(`two:${TWO}`)).catch(explainAdminError)
  expect(await run('encryption-keys')).toContain('does not have the key "one"')
  expect(await run('encryption-keys', '--rotate', 'no')).toContain('--rotate takes only the value yes.')
  expect(await start(`two:${TWO},one:${ONE}`)).toBe('it started')
})

test('says where values are that do not open, and takes their key off only when they are given up', async () => {
  const keys = `two:${TWO},one:${ONE},master`
  await recordUse(system(), encryptionWith(`one:${ONE}`), ['one'])
  const values = ['v2.one.truncated', 'v2.gone.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'plain text']
  for (const sealed of values)
    await owner.query(
      "insert into mail (id, channel, sealed, due_at, expires_at, created_at) values ($1, 'email', $2, 'infinity', 'infinity', now())",
      [t.process.kernel.world.id(), sealed],
    )
  const kept = await rotate(keys)
  expect(kept).toContain('"one" sealed 1 of the stored values (mail.sealed: 1).')
  expect(kept).toContain('Keep "one": 1 of its values do not open')
  expect(kept).toContain('"gone" sealed 1 of the stored values (mail.sealed: 1).')
  expect(kept).toContain('"gone": these values do not open with any key of ENCRYPTION_KEYS.')
  expect(kept).toContain('Not sealed: 1 of the stored values (mail.sealed: 1).')
  const command = { isRotating: true, acceptsDamaged: true, say: () => {}, quietSeconds: QUIET_SECONDS }
  expect(await showKeys(toolsWith(keys), command)).toContain('"one" is no longer needed.')
  await owner.query('delete from mail where sealed = any ($1)', [values])
})

test('seals events of the spool again, and refuses a start that could not read them', async () => {
  const folder = join(t.process.kernel.config.dataDir, 'spool')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'dead-test.jsonl')
  const event = JSON.stringify({ lineId: t.process.kernel.world.id(), event: { kind: 'incoming' } })
  await writeFile(file, `${encryptionWith(`one:${ONE}`).seal('spool', event)}\nhalf a li`)
  const refused = await startWith(`two:${TWO}`).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(refused).toMatch(/The spool in .* holds events that are sealed with the encryption key "one"/)
  const started = await startWith(`two:${TWO},one:${ONE}`)
  await started.stop()
  const [line = '', half] = (await readFile(file, 'utf8')).split('\n')
  expect(withoutMaster(`two:${TWO}`).open('spool', line)).toBe(event)
  expect(half).toBe('half a li')
  // What waits for the database is left to the process that replays it, and its key stays.
  const waiting = join(folder, 'ready-1~elsewhere~1~test~0.jsonl')
  await writeFile(waiting, `${encryptionWith(`one:${ONE}`).seal('spool', event)}\n`)
  expect(await rotate(`two:${TWO},one:${ONE},master`)).toMatch(/Keep "one"/)
})
