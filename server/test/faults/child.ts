import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ENDS_WITH_PARENT = fileURLToPath(new URL('./ends-with-parent.ts', import.meta.url))

/** The options with which bin/run starts the product. */
const LITTLE_GARBAGE = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/** A program of ours in its own process group. */
export interface Child {
  pid: number
  /** Sends a signal to its process group; does nothing after it has ended. */
  signal(name: NodeJS.Signals): void
  /** Resolves when it has ended. */
  ended: Promise<void>
  isAlive(): boolean
  /** The last lines it wrote to either stream. */
  outputLines(): string[]
  /** Writes a line to its input and resolves with its first matching output line; rejects when it ends first. */
  sendCommand(line: string, answer: RegExp): Promise<RegExpExecArray>
}

const children = new Set<Child>()
process.once('exit', () => {
  for (const child of children) child.signal('SIGKILL')
})

/** How long a program may take to start, in ms. */
const START_MS = 150_000

/**
 * Starts a program with only these settings and resolves on a matching output line; rejects when it ends first or takes
 * longer than a hang does: a busy machine takes half a minute.
 */
export async function startChild(
  program: string,
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: Child; match: RegExpExecArray }> {
  const made = spawn(process.execPath, [...LITTLE_GARBAGE, '--import', ENDS_WITH_PARENT, program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // In a run with another clock, its database has that clock too.
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      TEST_CLOCK_SHIFT_HOURS: process.env.TEST_CLOCK_SHIFT_HOURS,
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const child = follow(made, program)
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${program} was not ready within ${START_MS / 1_000} s`)), START_MS).unref()
  })
  const match = await Promise.race([child.sendCommand('', ready), late]).catch((error: unknown) => {
    child.signal('SIGKILL')
    throw error
  })
  return { child, match }
}

/** The program ended before it responded, which a failpoint at its start may cause. */
export class EndedEarly extends Error {}

function follow(made: ChildProcess, program: string): Child {
  const outputLines: string[] = []
  let onLine: (line: string) => void = () => {}
  let isAlive = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isAlive = false
      children.delete(child)
      resolve()
    }
    made.once('exit', end)
    made.once('error', end)
  })
  const child: Child = {
    pid: made.pid ?? 0,
    signal: (name) => {
      if (!isAlive || child.pid === 0) return
      try {
        process.kill(-child.pid, name)
      } catch {
        // It ended at this very moment.
      }
    },
    ended,
    isAlive: () => isAlive,
    outputLines: () => outputLines,
    sendCommand: (line, answer) =>
      new Promise((resolve, reject) => {
        onLine = (output) => {
          const fits = answer.exec(output)
          if (fits) resolve(fits)
        }
        void ended.then(() =>
          reject(new EndedEarly(`${program} exited before it was ready:\n${outputLines.join('\n')}`)),
        )
        if (line) made.stdin?.write(`${line}\n`)
      }),
  }
  children.add(child)
  made.stdin?.on('error', () => {})
  for (const stream of [made.stdout, made.stderr]) {
    let partialLine = ''
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (partialLine + chunk).split('\n')
      partialLine = parts.pop() ?? ''
      for (const line of parts) {
        outputLines.push(line)
        if (outputLines.length > 200) outputLines.shift()
        onLine(line)
      }
    })
  }
  return child
}
