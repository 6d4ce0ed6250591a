import { execFile, type ChildProcess } from 'node:child_process'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** How the caller reaches the registry of packages. */
export const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_registry|NODE_EXTRA_CA_CERTS|https?_proxy)$/i.test(name),
  ),
)

/** Runs a program to its end, and throws with what it said when it fails. */
export async function run(
  program: string,
  args: string[],
  env: Record<string, string | undefined> = {},
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<string> {
  const options = { cwd: root, env: isWhole ? env : { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return (await exec(program, args, options)).stdout
}

/** Waits until a process is ready; throws after a minute. */
export async function becomesReady(name: string, port: number): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(500)
  }
  throw new Error(`${name} is not ready after a minute.`)
}

/** Asks a process to stop, and throws unless it ends with 0 in time. */
export async function stops(name: string, child: ChildProcess): Promise<void> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const code = await Promise.race([ended, pause(30_000, 'late' as const, { ref: false })])
  if (code !== 0) throw new Error(`${name} stopped with ${code}.`)
}

/** Reads NAME="value" lines. */
export function variablesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)="(.*)"$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** Opens a port in front of the socket of the database, which other users may not enter. */
export async function openPort(socketDir: string): Promise<{ port: number; close: () => void }> {
  const server = createServer((client) => {
    const to = connect(join(socketDir, '.s.PGSQL.5432'))
    client.pipe(to).pipe(client)
    client.on('error', () => to.destroy())
    to.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** Does one step and prints its time; throws with the last lines of a program that failed. */
export async function step(name: string, work: () => unknown): Promise<void> {
  const startedAt = performance.now()
  try {
    await work()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    console.error(`${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n'))
    throw new Error(`${name}: ${(error as Error).message.split('\n')[0]}`, { cause: error })
  }
  console.log(`ok ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${name}`)
}
