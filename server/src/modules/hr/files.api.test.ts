import {
  connectHrFiles,
  createHrKey,
  hrFiles,
  revokeHrKey,
  saveHrColumns,
  uploadHrFile,
} from '@crewline/contract/hr-files'
import { integrations } from '@crewline/contract/integrations'
import { connectHr, disconnectHr, hrSync, readHr, refreshHris } from '@crewline/contract/hr'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { finchOf } from '../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { beginDueSyncs } from './jobs.ts'

let t: TestApp
let count = 40
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at contacts')

const HEAD = 'Employee ID,First name,Last name,Mobile,Department,Status\n'
const line = (nth: number, rest = 'Packing,Active') => `E-${nth},First${nth},Last${nth},+1415555${1000 + nth},${rest}\n`
const crowd = (size: number) => Array.from({ length: size }, (_, nth) => line(nth + 1))

interface Files {
  org: Org
  hr: TestHr
  key: string
  /** Sends a file with the key, lets it be synced, and returns the status with the reason of a refusal. */
  send: (
    text: string | string[],
    options?: { key?: string; name?: string },
  ) => Promise<{ http: number; error?: string }>
}

/** A new organization that follows files, with a key. */
async function following(): Promise<Files> {
  const nth = (count += 1)
  const org = await makeOrg(t.process.kernel, `Org ${nth}`, nth)
  await prove(t, org.ann)
  const hr = hrOf(t, finchOf(t.process.address), org)
  expect((await t.as(org.ann).call(connectHrFiles, { body: { name: 'Payroll' } })).http).toBe(200)
  const made = await t.as(org.ann).call(createHrKey, { body: { name: 'Payroll server' } })
  const key = made.body.secret as string
  return {
    org,
    hr,
    key,
    send: async (text, options = {}) => {
      const answer = await fetch(`${t.process.address}/hr/file?name=${options.name ?? 'people.csv'}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${options.key ?? key}`, 'content-type': 'text/csv' },
        body: HEAD.repeat(Array.isArray(text) ? 1 : 0) + [text].flat().join(''),
      })
      const body = (await answer.json()) as { error?: string }
      await beginDueSyncs(t.process.kernel)
      await hr.finish()
      return { http: answer.status, ...(body.error === undefined ? {} : { error: body.error }) }
    },
  }
}

/** An organization whose first file is applied. */
async function applied(lines: string[]): Promise<Files> {
  const files = await following()
  expect(await files.send(lines)).toEqual({ http: 200 })
  await files.hr.apply()
  return files
}

async function contacts(org: Org) {
  const { rows } = await sql<{ name: string; phone: string; work: string; department: string; locked: object }>`
    select firstname || ' ' || lastname as name, phone, work, department, locked from contact
    where org_id = ${org.id} and source = 'hris' order by employee_id, id`.execute(system())
  return rows
}

describe('a file of people', () => {
  test('that a key sends is shown first, then applied with the same rules as an HR system', async () => {
    const { org, hr, send, key } = await following()
    expect(await send(crowd(3))).toEqual({ http: 200 })
    expect(await hr.latest()).toMatchObject({ state: 'review', isScheduled: true, counts: { create: 3 } })
    expect(await contacts(org)).toEqual([])
    await hr.apply()
    expect(await contacts(org)).toMatchObject([
      { name: 'First1 Last1', phone: '+14155551001', work: 'active', locked: { department: 'HR file' } },
      { name: 'First2 Last2' },
      { name: 'First3 Last3' },
    ])
    await send([line(1), line(2, 'Shipping,On leave'), line(3, 'Packing,Terminated')])
    expect(await hr.latest()).toMatchObject({ state: 'done', counts: { update: 1, leave: 1 } })
    expect(await contacts(org)).toMatchObject([
      { work: 'active' },
      { work: 'on_leave', department: 'Shipping' },
      { work: 'terminated' },
    ])
    const state = (await t.as(org.ann).call(hrFiles)).body
    expect(state).toMatchObject({
      isConnected: true,
      uploadUrl: `${t.process.address}/hr/file`,
      files: [{ via: 'https', sentBy: 'Payroll server', state: 'ready', rows: 3 }, { rows: 3 }],
      columns: { columns: { employeeId: 'Employee ID', phone: 'Mobile', status: 'Status' }, dates: 'mdy' },
      keys: [{ name: 'Payroll server', kind: 'https', start: key.slice(0, 18), lastUsedAt: expect.any(String) }],
    })
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where org_id = ${org.id} and action like 'hr-%' order by id`.execute(system())
    expect(rows.map((row) => row.action)).toEqual(['hr-key.created', 'hr-file.received', 'hr-file.received'])
    expect((await t.as(org.ann).call(integrations)).body.integrations).toContainEqual({
      key: 'hr_file',
      state: 'connected',
      system: 'Payroll',
    })
  })

  test('a member sends in the browser begins at once, and waits for columns that no name gives away', async () => {
    const { org, hr } = await following()
    const upload = (text: string) =>
      fetch(`${t.process.address}/api${uploadHrFile.path}?name=people.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.ann.token}`, 'content-type': 'application/octet-stream' },
        body: text,
      })
    expect((await upload('Kürzel,Vorname\nE-1,Ana\n')).status).toBe(200)
    const { body } = await t.as(org.ann).call(hrFiles)
    expect(body).toMatchObject({ headers: ['Kürzel', 'Vorname'], missing: ['employeeId', 'firstname'] })
    expect(await hr.latest()).toBeUndefined()
    await t.as(org.ann).call(saveHrColumns, {
      body: { columns: { employeeId: 'Kürzel', firstname: 'Vorname' }, dates: 'dmy' },
    })
    await hr.finish()
    expect(await hr.latest()).toMatchObject({ state: 'review', counts: { create: 1 }, startedBy: expect.any(String) })
    expect((await upload('Kürzel,Vorname\nE-1,Ana\nE-2,Bo\n')).status).toBe(200)
    await hr.finish()
    expect(await hr.latest()).toMatchObject({ state: 'review', counts: { create: 2 } })
    const { syncs } = (await t.as(org.ann).call(readHr)).body
    expect(syncs.map((sync) => sync.state)).toEqual(['review', 'discarded'])
  })

  test('that is no table or has lost a column changes no one, and says why', async () => {
    const { org, hr, send } = await applied(crowd(3))
    const before = await contacts(org)
    expect(await send('')).toEqual({ http: 422, error: expect.stringContaining('This file is empty') })
    expect(await send('{"people": []}')).toEqual({ http: 422, error: expect.stringContaining('JSON') })
    expect(await send(HEAD)).toEqual({ http: 422, error: expect.stringContaining('no rows') })
    expect(await send(`Employee ID,First name,Last name\nE-1,First1,Last1\n`)).toEqual({ http: 200 })
    expect(await hr.latest()).toMatchObject({ state: 'failed', problem: expect.stringContaining('“Mobile”') })
    expect(await contacts(org)).toEqual(before)
    expect((await t.as(org.ann).call(hrFiles)).body.files.map((file) => file.state)).toEqual([
      'ready',
      ...Array.from({ length: 3 }, () => 'refused'),
      'ready',
    ])
  })

  test('shows rows that cannot be used with their fix, and uses the others', async () => {
    const { org, hr, send } = await applied(crowd(12))
    await send([...crowd(8), line(9, 'Packing,Sabbatical'), line(2), ',Nameless,Person,,,\n', 'E-30,,,,,\n', line(31)])
    const sync = await hr.latest()
    // Three people seem to have left, but a row does not say whom it is about.
    expect(sync).toMatchObject({ state: 'review', brake: { kind: 'unclear', people: 3, of: 12 } })
    const rows = (await hr.rows(sync.id, 'problem')).map((row) => row.problem?.text)
    expect(rows).toEqual([
      'Row 10: “Sabbatical” is not a status. Use Active, On leave or Terminated.',
      'Row 11 has the same employee ID as an earlier row: E-2. Only the first one is used.',
      'Row 12 has no employee ID. Add it in the file, and send the file again.',
      'Row 13 has no name.',
    ])
    expect((await contacts(org)).map((contact) => contact.work)).not.toContain('terminated')
    await send([...crowd(12), line(31)])
    expect(await hr.latest()).toMatchObject({ state: 'done', counts: { create: 1, problem: 0 } })
  })

  test('that is shrunken asks, and a sync of the next complete one needs no answer', async () => {
    const { org, hr, send } = await applied(crowd(12))
    await send(crowd(3))
    expect(await hr.latest()).toMatchObject({ state: 'review', brake: { kind: 'leavers', people: 9, of: 12 } })
    await send(crowd(12))
    expect(await hr.latest()).toMatchObject({ state: 'done', counts: { leave: 0 } })
    expect((await contacts(org)).filter((contact) => contact.work === 'active')).toHaveLength(12)
  })

  test('that breaks off on the way changes nothing', async () => {
    const { org, hr, send, key } = await applied(crowd(3))
    const last = (await hr.latest()).id
    const sending = request(`${t.process.address}/hr/file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-length': 10_000 },
    })
    sending.on('error', () => {})
    sending.write(HEAD + line(1))
    const isReading = async () =>
      (await sql`select from hr_file where org_id = ${org.id} and state = 'reading'`.execute(system())).rows.length > 0
    await t.until(isReading)
    sending.destroy()
    await t.until(async () => (await t.as(org.ann).call(hrFiles)).body.files[0]?.state === 'refused')
    await beginDueSyncs(t.process.kernel)
    await hr.finish()
    expect((await hr.latest()).id).toBe(last)
    expect(await send(crowd(3))).toEqual({ http: 200 })
  })
})

describe('keys', () => {
  test('are shown once, and a wrong or revoked one is refused', async () => {
    const { org, send, key } = await following()
    expect((await send(crowd(1), { key: 'crewline_hr_wrong' })).http).toBe(401)
    const { keys } = (await t.as(org.ann).call(hrFiles)).body
    expect(JSON.stringify(keys)).not.toContain(key)
    await t.as(org.ann).call(revokeHrKey, { params: { id: keys[0]?.id ?? '' } })
    expect((await send(crowd(1))).http).toBe(401)
    expect((await t.as(org.ann).call(hrFiles)).body.keys).toEqual([])
  })

  test('for SFTP are public keys, and anything else is refused beside its field', async () => {
    const { org } = await following()
    const add = (publicKey: string) => t.as(org.ann).call(createHrKey, { body: { name: 'Server', publicKey } })
    const good = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl someone@example'
    expect((await add(good)).body).toMatchObject({
      secret: null,
      keys: [{ kind: 'https' }, { kind: 'sftp', start: expect.stringMatching(/^SHA256:/) }],
    })
    for (const bad of ['x', 'ssh-ed25519 AAAA', 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQE='])
      expect(await add(bad)).toMatchObject({ http: 400, body: { fieldErrors: { publicKey: expect.any(String) } } })
  })
})

describe('the source of people', () => {
  test('is one at a time, and its end revokes keys and forgets files', async () => {
    const { org, hr, send } = await applied(crowd(2))
    expect((await t.as(org.ann).call(connectHrFiles, { body: {} })).body).toMatchObject({ code: 'hr_connected' })
    expect((await t.as(org.ann).call(connectHr, { body: { connect: true } })).body).toMatchObject({
      code: 'hr_connected',
    })
    await t.as(org.ann).call(refreshHris)
    await hr.finish()
    expect(await hr.latest()).toMatchObject({ state: 'done', counts: { update: 0, create: 0 } })
    await t.as(org.ann).call(disconnectHr, { query: { keepContacts: 'true' } })
    expect((await send(crowd(2))).http).toBe(401)
    expect((await t.as(org.ann).call(hrFiles)).body).toMatchObject({ isConnected: false, files: [], keys: [] })
    expect((await contacts(org)).map((contact) => contact.locked)).toEqual([{}, {}])
  })

  test('without a file begins no sync, and another organization sees nothing of it', async () => {
    const { org, hr, send } = await following()
    expect((await t.as(org.ann).call(refreshHris)).body).toMatchObject({ code: 'hr_not_connected' })
    await send(crowd(1))
    const other = await following()
    expect((await t.as(other.org.ann).call(hrFiles)).body).toMatchObject({ files: [] })
    const { id } = await hr.latest()
    expect((await t.as(other.org.ann).call(hrSync, { params: { id } })).http).toBe(404)
  })
})
