import { login } from '@crewline/contract/accounts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callApi } from '../../test/kit/test-app.ts'
import { testDatabase } from '../../test/kit/template-db.ts'
import { readConfig } from '../kernel/config.ts'
import { openDatabase } from '../kernel/db/pool.ts'
import { makeLog } from '../kernel/log.ts'
import { realWorld } from '../kernel/world.ts'
import { explainAdminError, runAdmin } from './admin.ts'
import { startProcess } from './process.ts'

test('adds an organization and a line, lets the owner log in, and explains mistakes', async () => {
  const database = await testDatabase()
  const masterKey = Buffer.alloc(32, 3).toString('base64')
  const env = { DATABASE_URL: database.url, MASTER_KEY: masterKey, PUBLIC_URL: 'https://crew.example', PORT: '0' }
  const run = (...args: string[]) => runAdmin(args, env).catch(explainAdminError)

  const made = await run(
    'add-organization',
    '--name',
    'Acme Foods',
    '--timezone',
    'America/Chicago',
    '--owner',
    'dana@acme.example',
    '--firstname',
    'Dana',
    '--lastname',
    'Fox',
  )
  expect(made).toMatch(/^Added Acme Foods \(acme-foods\)\./)
  const password = made.split(' ').at(-1) ?? ''

  const line = [
    'add-line',
    '--organization',
    'acme-foods',
    '--carrier',
    'twilio',
    '--account',
    'AC1',
    '--key',
    'secret',
  ]
  expect(await run(...line, '--phone', '(312) 555-0100')).toMatch(
    /https:\/\/crew\.example\/hooks\/twilio\/[0-9a-f-]{36}$/,
  )
  const telnyx = ['add-line', '--organization', 'acme-foods', '--carrier', 'telnyx', '--key', 'KEYA1_secret']
  expect(await run(...telnyx, '--phone', '(312) 555-0102', '--public-key', `${'A'.repeat(43)}=`)).toMatch(
    /webhook of its messaging profile:\n {2}https:\/\/crew\.example\/hooks\/telnyx\/[0-9a-f-]{36}$/,
  )
  expect(await run(...telnyx, '--phone', '(312) 555-0103', '--public-key', 'short')).toContain(
    '--public-key is the whole',
  )
  expect(await run(...telnyx, '--phone', '(312) 555-0103')).toContain('--public-key')
  expect(await run(...line, '--phone', '312 555 0100')).toBe('This email or number is already in use.')
  expect(await run(...line, '--phone', 'no')).toContain('"no" is not a phone number.')
  expect(await run('add-organization', '--name', 'X', '--timezone', 'Mars/Base')).toContain('is not a time zone')
  expect(await run('fly')).toContain('Usage:')
  expect(await run('add-line', '--wings', '2')).toContain('Usage:')

  expect(await run('clock')).toMatch(/^The clock of the database says .* and did not step\.$/)
  expect(await run('clock', '--confirm', 'yes')).toContain('nothing to confirm')
  expect(await run('clock', '--confirm', 'no')).toContain('--confirm takes only the value yes.')

  const check = ['verify-consent', '--organization', 'acme-foods']
  expect(await run(...check)).toBe('0 numbers checked: no history was changed.')
  const opened = openDatabase(database.url, { app: 1, system: 1 })
  await sql`insert into consent (org_id, phone, changed_at, last_hash)
    select id, '+14155550100', now(), sha256('x') from organization where slug = 'acme-foods'`.execute(
    opened.asSystem('tests break a history'),
  )
  expect(await run(...check)).toBe('1 of 1 numbers have a history that was changed:\n+14155550100')
  const audited = ['audit-verify', '--organization', 'acme-foods']
  expect(await run(...audited)).toMatch(
    /^The audit log of acme-foods is intact\.\n0 entries are as they were written, 0 wait/,
  )
  await sql`insert into audit_entry (org_id, id, at, action)
    select id, uuidv7(), now(), 'invented' from organization where slug = 'acme-foods'`.execute(
    opened.asSystem('tests invent an entry'),
  )
  expect(await run(...audited)).toMatch(
    /^The audit log of acme-foods was tampered with\.\nEntry .* was inserted or changed\.\n/,
  )
  await opened.close()
  expect(await run('verify-consent', '--organization', 'nobody')).toContain('There is no organization "nobody".')

  const served = await startProcess({
    config: readConfig({ ...env, ROLES: 'web' }),
    databaseUrl: database.url,
    masterKey,
    world: realWorld(),
    log: makeLog('error'),
    version: 'test',
  })
  const answer = await callApi(served.address, null, login, { body: { email: 'DANA@acme.example', password } })
  expect(answer).toMatchObject({ http: 200, body: { organization: { name: 'Acme Foods' }, user: { role: 'owner' } } })
  await served.stop()
  await database.drop()
})
