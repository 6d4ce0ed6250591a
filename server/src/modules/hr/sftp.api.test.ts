import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectHrFiles, createHrKey, hrFiles, revokeHrKey } from '@crewline/contract/hr-files'
import { sql } from 'kysely'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { finchOf } from '../../../test/kit/finch.ts'
import { hrOf } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { beginDueSyncs } from './jobs.ts'
import { hostKeyOf } from './sftp/host-key.ts'

/** The client of OpenSSH, where the machine has it. */
const OPENSSH = '/usr/bin/sftp'

let t: TestApp
let org: Org
let port = 0
let user = ''
const right = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
const other = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })

beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', SFTP_PORT: '0' } })
  org = await makeOrg(t.process.kernel, 'Org 40', 40)
  await prove(t, org.ann)
  await t.as(org.ann).call(connectHrFiles, { body: {} })
  const { body } = await t.as(org.ann).call(createHrKey, { body: { name: 'Nightly job', publicKey: right.public } })
  ;({ port, user } = body.sftp ?? { port: 0, user: '' })
})
afterAll(() => t.close())

interface Login {
  username?: string
  privateKey?: string
  password?: string
}

/** Opens a session; the client must be ended. */
function open(login: Login = {}): Promise<{ sftp: SFTPWrapper; client: ssh2.Client; fingerprint: string }> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client()
    let fingerprint = ''
    client.on('error', reject)
    client.on('ready', () =>
      client.sftp((error, sftp) => (error ? reject(error) : resolve({ sftp, client, fingerprint }))),
    )
    client.connect({
      host: '127.0.0.1',
      port,
      username: user,
      ...(login.password === undefined ? { privateKey: right.private } : {}),
      ...login,
      hostHash: 'sha256',
      hostVerifier: (hash: string) => {
        fingerprint = `SHA256:${Buffer.from(hash, 'hex').toString('base64').replace(/=+$/, '')}`
        return true
      },
    })
  })
}

/** Runs a call of a session; returns the message of its refusal, or undefined. */
function ask(call: (done: (error?: Error | null) => void) => void): Promise<string | undefined> {
  return new Promise((resolve) => call((error) => resolve(error?.message)))
}

const HEAD = 'Employee ID,First name,Last name,Mobile\n'
const lines = (size: number) =>
  Array.from({ length: size }, (_, nth) => `E-${nth},First${nth},Last${nth},+1415555${1000 + nth}\n`).join('')
const files = async () => (await t.as(org.ann).call(hrFiles)).body.files

describe('the SFTP server', () => {
  test('takes a file with the right key, and the sync reads it', async () => {
    const { sftp, client, fingerprint } = await open()
    expect(fingerprint).toBe(hostKeyOf(t.process.kernel).fingerprint)
    expect((await t.as(org.ann).call(hrFiles)).body.sftp).toEqual({ host: '127.0.0.1', port, user, fingerprint })
    const content = HEAD + lines(2_000)
    expect(await ask((done) => sftp.writeFile('/upload/people.csv', content, done))).toBeUndefined()
    client.end()
    expect((await files())[0]).toMatchObject({
      name: 'people.csv',
      via: 'sftp',
      sentBy: 'Nightly job',
      state: 'ready',
      rows: 2_000,
    })
    await beginDueSyncs(t.process.kernel)
    const hr = hrOf(t, finchOf(t.process.address), org)
    await hr.finish()
    expect(await hr.latest()).toMatchObject({ state: 'review', counts: { create: 2_000 } })
  })

  test('refuses passwords, other keys, other organizations and unknown users alike', async () => {
    const stranger = t.acme.id.replaceAll('-', '')
    for (const login of [
      { password: 'secret' },
      { privateKey: other.private },
      { username: stranger },
      { username: 'root' },
    ])
      await expect(open(login)).rejects.toThrow('All configured authentication methods failed')
  })

  test('shows one empty folder, and lets nothing be read, removed or written elsewhere', async () => {
    const { sftp, client } = await open()
    expect(
      await new Promise((resolve) => sftp.readdir('/', (_error, list) => resolve(list.map((entry) => entry.filename)))),
    ).toEqual(['upload'])
    expect(await new Promise((resolve) => sftp.readdir('/upload', (_error, list) => resolve(list)))).toEqual([])
    expect(await new Promise((resolve) => sftp.realpath('../../etc', (_error, path) => resolve(path)))).toBe('/etc')
    expect(await ask((done) => sftp.stat('/etc', done))).toBe('No such file or directory')
    for (const path of ['/etc/x.csv', '/upload/../../x.csv', '/upload/a.sh', '/upload/sub/a.csv', '/people.csv'])
      expect([path, await ask((done) => sftp.writeFile(path, HEAD, done))]).toEqual([path, 'Permission denied'])
    expect(await ask((done) => sftp.readFile('/upload/people.csv', done))).toBe('Permission denied')
    expect(await ask((done) => sftp.unlink('/upload/people.csv', done))).toBe('Permission denied')
    expect(await ask((done) => sftp.mkdir('/upload/x', done))).toBe('Permission denied')
    const shell = await ask((done) => client.exec('ls', done))
    expect(shell).toContain('Unable to exec')
    client.end()
  })

  test('says why a file cannot be read, and forgets one that breaks off', async () => {
    const { sftp, client } = await open()
    expect(await ask((done) => sftp.writeFile('/upload/page.csv', '<html></html>', done))).toContain('web page')
    const before = await files()
    expect(before[0]).toMatchObject({ name: 'page.csv', state: 'refused' })
    const handle = await new Promise<Buffer>((resolve, reject) => {
      sftp.open('/upload/half.csv', 'w', (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    const half = Buffer.from(HEAD + lines(1))
    await ask((done) => sftp.write(handle, half, 0, half.length, 0, done))
    client.end()
    await t.until(async () => (await files())[0]?.name === 'half.csv')
    expect((await files())[0]).toMatchObject({
      state: 'refused',
      problem: 'Sending this file broke off. Send it again.',
    })
  })

  test('takes a file under a temporary name once it is renamed, and not before', async () => {
    const { sftp, client } = await open()
    expect(await ask((done) => sftp.writeFile('/upload/renamed.csv.tmp', HEAD + lines(3), done))).toBeUndefined()
    expect((await files()).some(({ name }) => name.startsWith('renamed'))).toBe(false)
    expect(await ask((done) => sftp.rename('/upload/other.tmp', '/upload/renamed.csv', done))).toBe('Permission denied')
    expect(await ask((done) => sftp.rename('/upload/renamed.csv.tmp', '/etc/x.csv', done))).toBe('Permission denied')
    expect(await ask((done) => sftp.rename('/upload/renamed.csv.tmp', '/upload/renamed.csv', done))).toBeUndefined()
    expect((await files())[0]).toMatchObject({ name: 'renamed.csv', state: 'ready', rows: 3 })
    expect(await ask((done) => sftp.writeFile('/upload/page.part', '<html></html>', done))).toBeUndefined()
    expect(await ask((done) => sftp.rename('/upload/page.part', '/upload/page.csv', done))).toContain('web page')
    expect(await ask((done) => sftp.writeFile('/upload/people.part', HEAD + lines(1), done))).toBeUndefined()
    expect(await ask((done) => sftp.rename('/upload/people.part', '/upload/people.xlsx', done))).toContain('workbook')
    expect(await ask((done) => sftp.writeFile('/upload/kept.tmp', HEAD + lines(1), done))).toBeUndefined()
    client.end()
    await t.until(async () => (await files())[0]?.name === 'kept.csv')
    expect((await files())[0]).toMatchObject({ state: 'refused', problem: expect.stringContaining('temporary name') })
  })

  test.skipIf(!existsSync(OPENSSH))("takes files of OpenSSH's own client, renamed or not", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crewline-sftp-'))
    try {
      const [key, file] = [join(folder, 'key'), join(folder, 'people.csv')]
      await writeFile(key, right.private, { mode: 0o600 })
      await writeFile(file, HEAD + lines(500))
      const batch = join(folder, 'batch')
      await writeFile(
        batch,
        `put ${file} /upload/direct.csv\nput ${file} /upload/openssh.csv.tmp\nrename /upload/openssh.csv.tmp /upload/openssh.csv\n`,
      )
      const options = ['StrictHostKeyChecking=no', `UserKnownHostsFile=${join(folder, 'known')}`, 'IdentitiesOnly=yes']
      const args = [
        '-F',
        'none',
        ...options.flatMap((option) => ['-o', option]),
        '-i',
        key,
        '-P',
        String(port),
        '-b',
        batch,
      ]
      await promisify(execFile)(OPENSSH, [...args, `${user}@127.0.0.1`])
    } finally {
      await rm(folder, { recursive: true })
    }
    expect((await files()).slice(0, 2)).toMatchObject([
      { name: 'openssh.csv', state: 'ready', rows: 500 },
      { name: 'direct.csv', state: 'ready', rows: 500 },
    ])
  })

  test('takes no file and lets no one in with a revoked key', async () => {
    const { sftp, client } = await open()
    const sent = await new Promise((done) => sftp.writeFile('/upload/late.tmp', HEAD + lines(3), done))
    expect(sent).toBeUndefined()
    const { rows } = await sql<{ id: string }>`
      select id from hr_key where org_id = ${org.id}`.execute(t.process.kernel.database.asSystem('tests look at keys'))
    await t.as(org.ann).call(revokeHrKey, { params: { id: rows[0]?.id ?? '' } })
    const renamed = new Promise<Error | null | undefined>((done) =>
      sftp.rename('/upload/late.tmp', '/upload/late.csv', done),
    )
    expect((await renamed)?.message).toContain('revoked')
    client.end()
    expect((await files())[0]).toMatchObject({ state: 'refused' })
    await expect(open()).rejects.toThrow('All configured authentication methods failed')
  })
})
