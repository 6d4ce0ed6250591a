// A server process whose English is the pseudo language: a copy of the server with a catalog of its own, because a server
// reads its catalogs from the folder beside its sources.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { onDatabaseOf } from '../../server/test/kit/running-database.ts'
import { freePort } from './free-port.ts'
import { serverCatalog } from './pseudo.ts'

const root = join(import.meta.dirname, '../..')

/** A running server; `stop` ends it and removes its files. */
export interface PseudoServer {
  address: string
  /** Runs statements on its database. */
  run: (statements: string) => Promise<void>
  /** Evaluates an expression about a module of its sources, in a process that speaks as the server does. */
  evaluate: (module: string, expression: string) => Promise<unknown>
  stop: () => Promise<void>
}

/** Starts a server in the pseudo language with the simulators and an empty database; `leftOut` stays in English. */
export async function startPseudoServer(leftOut: string): Promise<PseudoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'crewline-pseudo-'))
  // As root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
  cpSync(join(root, 'server'), join(folder, 'server'), { recursive: true })
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true })
  writeFileSync(join(folder, 'locales/en.po'), serverCatalog(leftOut))
  for (const name of ['node_modules', 'web']) symlinkSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'data'), { mode: 0o711 })
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/src/main/start.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DEMO: '0',
      SIMULATORS: '1',
      // Each test sends its own client address.
      TRUSTED_PROXIES: '1',
    },
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null)
      await new Promise((resolve) => {
        child.once('exit', resolve)
        child.kill('SIGTERM')
      })
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = (): Promise<boolean> =>
    fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
  return {
    address,
    run: async (statements) => void (await onDatabaseOf(join(folder, 'data'), (client) => client.query(statements))),
    evaluate: async (module, expression) => {
      const script = `const it = await import(${JSON.stringify(join(folder, 'server/src', module))})
        console.log(JSON.stringify(${expression}))`
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
      })
      return JSON.parse(stdout)
    },
    stop,
  }
}
