import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './steps.ts'

const STEPS = join(import.meta.dirname, 'steps.ts')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Starts a process that runs a command with two processes of its own, one of them in another group. None ends by itself, and
 * these two ignore SIGTERM.
 */
async function startRunner(): Promise<{ runner: ReturnType<typeof spawn>; pids: number[] }> {
  const idle = 'setInterval(() => {}, 1000)'
  const inner = `process.on('SIGTERM', () => {}); ${idle}`
  const program = `
    const { spawn } = require('node:child_process')
    for (const detached of [false, true]) spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { detached })
    ${idle}`
  const code = `
    const { runCommand } = await import(${JSON.stringify(STEPS)})
    await runCommand(process.execPath, ['-e', ${JSON.stringify(program)}])`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  // The leader of the group, the command, and the processes that it started.
  return { runner, pids: await descendantsOf(runner.pid as number, 4) }
}

/** Waits until a process has this many descendants; returns their ids. */
async function descendantsOf(pid: number, count: number): Promise<number[]> {
  for (let tries = 0; tries < 200; tries++) {
    const { output } = await runCommand('ps', ['-A', '-o', 'pid=,ppid='])
    const rows = output
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
    const found = new Set([pid])
    for (let size = 0; size !== found.size;) {
      size = found.size
      for (const [child = 0, parent = 0] of rows) if (found.has(parent)) found.add(child)
    }
    if (found.size === count + 1) return [...found].filter((one) => one !== pid)
  }
  throw new Error(`${pid} never had ${count} descendants`)
}

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'ends everything a command started when its runner ends by %s',
  async (signal) => {
    const { runner, pids } = await startRunner()
    expect(pids.every(isAlive)).toBe(true)
    runner.kill(signal)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  },
)

test('returns the exit code and the output of a command, and ends what it left behind', async () => {
  const { code, output } = await runCommand('/bin/sh', ['-c', 'sleep 300 >/dev/null 2>&1 & echo $!; exit 7'])
  expect(code).toBe(7)
  await expect.poll(() => isAlive(Number(output.trim()))).toBe(false)
})
