import { connectHrFiles, createHrKey, hrFiles, revokeHrKey } from '@crewline/contract/hr-files'
import { once } from 'node:events'
import { connect } from 'node:net'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { startSftp, sftpAddress, sftpUser } from './server.ts'

let t: TestApp
let org: Org
let count = 60
const right = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
const wrong = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
const limits = {
  loginMs: 60_000,
  idleMs: 60_000,
  sessionMs: 60_000,
  lingerMs: 50,
  most: 40,
  mostPerAddress: 20,
  mostPerOrganization: 8,
}

beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', SFTP_PORT: '0' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  count += 1
  org = await makeOrg(t.process.kernel, `Org ${count}`, count)
  await prove(t, org.ann)
  await t.as(org.ann).call(connectHrFiles, { body: {} })
  await t.as(org.ann).call(createHrKey, { body: { name: 'Nightly job', publicKey: right.public } })
})

interface Session {
  sftp: SFTPWrapper
  client: ssh2.Client
}

function open(privateKey = right.private): Promise<Session> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client()
    client.on('error', reject)
    client.on('close', () => reject(new Error('closed')))
    client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve({ sftp, client }))))
    client.connect({
      ...sftpAddress(t.process.kernel),
      username: sftpUser(org.id),
      privateKey,
      hostVerifier: () => true,
    })
  })
}

const openFile = ({ sftp }: Session, name: string) =>
  new Promise<Buffer>((resolve, reject) => {
    sftp.open(`/upload/${name}`, 'w', (error, handle) => (error ? reject(error) : resolve(handle)))
  })
const write = ({ sftp }: Session, handle: Buffer, offset: number) =>
  new Promise<void>((resolve) => sftp.write(handle, Buffer.from('a,b\n'), 0, 4, offset, () => resolve()))
const send = ({ sftp }: Session, name: string) =>
  new Promise<string | undefined>((resolve) => {
    sftp.writeFile(`/upload/${name}`, 'Employee ID,First name\nE-1,Ana\n', (error) => resolve(error?.message))
  })
const files = async () => (await t.as(org.ann).call(hrFiles)).body.files
const silent = () => {
  const { host, port } = sftpAddress(t.process.kernel) as { host: string; port: number }
  return connect({ host, port, allowHalfOpen: true }).on('error', () => {})
}

test('a file that breaks off as soon as it is opened is refused, and the server goes on', async () => {
  const session = await open()
  await openFile(session, 'half.csv')
  session.client.destroy()
  await t.until(async () => (await files())[0]?.name === 'half.csv')
  const next = await open()
  expect(await send(next, 'whole.csv')).toBeUndefined()
  next.client.end()
})

test('a file with a gap is refused when it is closed, and the server goes on', async () => {
  const session = await open()
  const handle = await openFile(session, 'gap.csv')
  await write(session, handle, 100)
  expect(
    await new Promise<string | undefined>((resolve) => session.sftp.close(handle, (error) => resolve(error?.message))),
  ).toContain('broke off')
  expect(await send(session, 'whole.csv')).toBeUndefined()
  session.client.end()
})

test('an open session with a key that was revoked sends nothing more', async () => {
  const session = await open()
  expect(await send(session, 'first.csv')).toBeUndefined()
  const { keys } = (await t.as(org.ann).call(hrFiles)).body
  await t.as(org.ann).call(revokeHrKey, { params: { id: keys[0]?.id ?? '' } })
  expect(await send(session, 'second.csv')).toBe('The key is missing, wrong or revoked.')
  expect((await files()).map((file) => file.name)).toEqual(['first.csv'])
  session.client.end()
})

test('wrong keys lock out no one who has a right one', async () => {
  const keys = Array.from({ length: 25 }, () => open(wrong.private).catch((error: Error) => error.message))
  const answers = await Promise.all(keys)
  expect(answers.every((answer) => typeof answer === 'string')).toBe(true)
  const session = await open()
  expect(await send(session, 'people.csv')).toBeUndefined()
  session.client.end()
})

test('wrong keys over HTTPS lock out no one either, and a name with control characters is cleaned', async () => {
  const { secret } = (await t.as(org.ann).call(createHrKey, { body: { name: 'Payroll server' } })).body
  const put = async (key: string) => {
    const answer = await fetch(`${t.process.address}/hr/file?name=pe%00ople%0A.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}` },
      body: 'Employee ID,First name\nE-1,Ana\n',
    })
    return answer.status
  }
  const wrongs = await Promise.all(Array.from({ length: 21 }, () => put('crewline_hr_wrong')))
  expect(new Set(wrongs)).toEqual(new Set([401, 429]))
  expect(await put(secret ?? '')).toBe(200)
  expect((await files())[0]?.name).toBe('people.csv')
})

test('a connection that never says anything is cut, also when the other side stays half open', async () => {
  const running = await startSftp(t.process.kernel, { ...limits, loginMs: 50 })
  const socket = silent()
  socket.resume()
  await once(socket, 'end')
  socket.destroy()
  await running.stop()
})

test('the server stops although connections are silent or half open', async () => {
  const running = await startSftp(t.process.kernel, limits)
  const sockets = [silent(), silent()]
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await running.stop()
  for (const socket of sockets) socket.destroy()
})

test('one address and one organization can hold only so many connections', async () => {
  const running = await startSftp(t.process.kernel, { ...limits, mostPerAddress: 3, mostPerOrganization: 2 })
  const sessions = [await open(), await open()]
  await expect(open()).rejects.toBeInstanceOf(Error)
  sessions[0]?.client.end()
  await t.until(() =>
    open()
      .then(({ client }) => sessions.push({ client } as Session))
      .catch(() => false),
  )
  const sockets = [silent(), silent()]
  await Promise.race(sockets.map((socket) => once(socket.resume(), 'end')))
  for (const socket of sockets) socket.destroy()
  for (const { client } of sessions) client.end()
  await running.stop()
})
