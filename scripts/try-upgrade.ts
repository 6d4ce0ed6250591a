import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../server/src/kernel/db/embedded.ts'
import { watchLocks } from './deployment/locks.ts'
import { arrivals, startTraffic } from './deployment/traffic.ts'

// npm run try-upgrade -- <commit or tag>: starts that version with the demo, keeps requests going to it, starts this
// version on the same database, which migrates it, lets both serve for a while, and stops the old one. Fails when a
// request gets a status from 500 up or no answer, when a query waits for a lock for more than two seconds, or when a
// text that was accepted does not reach its phone exactly once. Uses the packages that are installed now; a version
// with other packages needs a checkout of its own.

const root = join(import.meta.dirname, '..')
const ref = process.argv[2]
if (!ref) throw new Error('Say from which version: npm run try-upgrade -- v1.2.0')
/** How long each part lasts: the old version alone, both, the new version alone. */
const PART_MS = 15_000
const LOCK_WAIT_MAX_MS = 2_000
const PASSWORD = 'crewline-demo'
/** Members of the demo who may read most; several, so that the limit of requests of one is not reached. */
const MEMBERS = ['owner@demo.test', 'admin@demo.test', 'manager@demo.test']

const work = mkdtempSync(join(tmpdir(), 'crewline-upgrade-'))
// The database runs as a user of its own, who must get to its folder.
chmodSync(work, 0o711)
const running = new Set<ChildProcess>()
const database = await startEmbedded({ dataDir: join(work, 'database'), fast: true })
try {
  process.exitCode = (await tryUpgrade(ref)) ? 0 : 1
} finally {
  for (const child of running) child.kill('SIGKILL')
  await database.stop()
  rmSync(work, { recursive: true, force: true })
}

async function tryUpgrade(from: string): Promise<boolean> {
  const before = checkOut(from)
  const old = await start('old', before, {})
  const carrier = `${old.address}/dev/carrier`
  const paths = await pathsOf(before)
  const tokens = await Promise.all(MEMBERS.map((email) => logIn(old.address, email)))
  const contacts = await someContacts(old.address, tokens[0] ?? '')
  const traffic = startTraffic({ paths, tokens, contacts })
  const locks = await watchLocks(database.url())
  traffic.to([old.address])
  await pause(PART_MS)
  console.log('Starting this version, which migrates the database ...')
  const current = await start('new', root, { SIMULATOR_URL: carrier })
  const textsBefore = traffic.texts.length
  traffic.to([old.address, current.address])
  await pause(PART_MS)
  // The simulated carrier belongs to the old process: every accepted text must have arrived before it stops.
  traffic.stopTexts()
  const lost = await arrivals(carrier, traffic.texts)
  traffic.to([current.address])
  await pause(500)
  old.child.kill('SIGTERM')
  await pause(PART_MS)
  await traffic.stop()
  const longestLock = await locks.stop()
  for (const [name, count] of [...traffic.counts].toSorted(([one], [two]) => one.localeCompare(two)))
    console.log(`${String(count).padStart(7)}  ${name}`)
  console.log(`${traffic.texts.length} texts accepted; longest wait for a lock ${longestLock} ms`)
  const problems = [
    ...[...traffic.failures].map(([what, count]) => `${what} (${count} times)`),
    ...lost,
    ...([old, current] as const)
      .filter(({ address }) => !traffic.texts.slice(textsBefore).some((text) => text.address === address))
      .map(({ address }) => `no text was accepted at ${address} while both versions served`),
    ...(longestLock > LOCK_WAIT_MAX_MS ? [`a query waited ${longestLock} ms for a lock`] : []),
  ]
  for (const problem of problems) console.log(`FAILED  ${problem}`)
  console.log(problems.length === 0 ? `The update from ${from} lost no request and no text.` : 'The update failed.')
  return problems.length === 0
}

/** Writes the files of a version to a folder; its packages are those of this checkout, its workspaces its own. */
function checkOut(version: string): string {
  const folder = join(work, 'old')
  mkdirSync(folder)
  const archive = spawnSync('git', ['archive', '--format=tar', version], { cwd: root, maxBuffer: 1 << 30 })
  if (archive.status !== 0) throw new Error(archive.stderr.toString())
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  if (unpacked.status !== 0) throw new Error(unpacked.stderr.toString())
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@crewline'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@crewline') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const name of readdirSync(join(root, 'node_modules/@crewline')))
    symlinkSync(join(folder, name), join(packages, '@crewline', name))
  return folder
}

async function start(name: string, folder: string, more: Record<string, string>) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/src/main/start.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(work, `data-${name}`),
      DATABASE_URL: database.url(),
      MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      DEMO: '1',
      ...more,
    },
  })
  let logged = ''
  child.stdout.on('data', (bytes: Buffer) => (logged = (logged + bytes.toString()).slice(-4_000)))
  running.add(child)
  child.once('exit', () => running.delete(child))
  for (let nth = 0; ; nth += 1) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return { address, child }
    if (child.exitCode !== null || nth > 1_200) throw new Error(`The ${name} version did not become ready.\n${logged}`)
    await pause(250)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Returns every path of a version that can be read without knowing an id. */
async function pathsOf(folder: string): Promise<string[]> {
  const { routes } = (await import(join(folder, 'contract/src/routes.gen.ts'))) as {
    routes: Record<string, readonly [string, string]>
  }
  return Object.values(routes).flatMap(([method, path]) => (method === 'GET' && !path.includes('{') ? [path] : []))
}

async function logIn(address: string, email: string): Promise<string> {
  const answer = await fetch(`${address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`The login of ${email} failed: ${answer.status}`)
  return token
}

/** Returns contacts that can get texts, with their numbers. */
async function someContacts(address: string, token: string): Promise<{ id: string; phone: string }[]> {
  const answer = await fetch(`${address}/api/group/contacts?pageSize=40`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { id: string; phone: string | null }[] }
  return data.flatMap(({ id, phone }) => (phone ? [{ id, phone }] : []))
}
