import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import type { Programs } from './programs.ts'
import type { Runner } from './runner.ts'
import { explainFileSystem, explainOutput } from './words.ts'

/** Creates a new, empty cluster in the folder: UTF-8, the same collation on every machine, one superuser `postgres`. */
export async function initializeCluster(of: {
  programs: Programs
  runner: Runner | undefined
  folder: string
  fast: boolean
}): Promise<void> {
  const { programs, runner, folder, fast } = of
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (runner) chownSync(folder, runner.uid, runner.gid)
  } catch (error) {
    throw explainFileSystem(error, folder)
  }
  const { code, output } = await runToEnd(
    programs.initdb,
    [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-instructions',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(fast ? ['--no-sync'] : []),
    ],
    runner,
  )
  if (code === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw explainOutput('Creating a new database', output, folder)
}

/**
 * Returns the environment of PostgreSQL's programs: none of our variables, so that the caller's settings cannot change
 * them.
 */
export function programEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

function runToEnd(
  program: string,
  args: string[],
  runner: Runner | undefined,
): Promise<{ code: number; output: string }> {
  return new Promise((settle) => {
    const child = spawn(program, args, { ...runner, cwd: '/', env: programEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => settle({ code: 127, output: `${output}\n${error.message}` }))
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}
