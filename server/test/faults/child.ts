import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ENDS_WITH_PARENT = fileURLToPath(new URL('./ends-with-parent.ts', import.meta.url))

/** How bin/run starts the product. */
const LITTLE_GARBAGE = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/** A program of ours in a process group of its own. */
export interface Child {
  pid: number
  /** Sends a signal to its whole group; only this group, only while it lives. */
  signal(name: NodeJS.Signals): void
  /** Answers when it has ended. */
  ended: Promise<void>
  isAlive(): boolean
  /** The last lines it wrote to either stream. */
  said(): string[]
  /** Writes a line to its input and answers with the first line of its own that fits; rejects when it ends before. */
  ask(line: string, answer: RegExp): Promise<RegExpExecArray>
}

const children = new Set<Child>()
process.once('exit', () => {
  for (const child of children) child.signal('SIGKILL')
})

/** Starts a program with these settings alone and answers when a line of it fits; rejects when it ends before, or takes 30 s. */
export async function startChild(
  program: string,
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: Child; match: RegExpExecArray }> {
  const made = spawn(process.execPath, [...LITTLE_GARBAGE, '--import', ENDS_WITH_PARENT, program], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const child = follow(made, program)
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${program} was not ready within 30 s`)), 30_000).unref()
  })
  const match = await Promise.race([child.ask('', ready), late]).catch((error: unknown) => {
    child.signal('SIGKILL')
    throw error
  })
  return { child, match }
}

/** The program ended before it answered, which a failpoint at its start may cause. */
export class EndedEarly extends Error {}

function follow(made: ChildProcess, program: string): Child {
  const said: string[] = []
  let hear: (line: string) => void = () => {}
  let alive = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      alive = false
      children.delete(child)
      resolve()
    }
    made.once('exit', end)
    made.once('error', end)
  })
  const child: Child = {
    pid: made.pid ?? 0,
    signal: (name) => {
      if (!alive || child.pid === 0) return
      try {
        process.kill(-child.pid, name)
      } catch {
        // It ended in this very moment.
      }
    },
    ended,
    isAlive: () => alive,
    said: () => said,
    ask: (line, answer) =>
      new Promise((resolve, reject) => {
        hear = (heard) => {
          const fits = answer.exec(heard)
          if (fits) resolve(fits)
        }
        void ended.then(() => reject(new EndedEarly(`${program} ended before it answered:\n${said.join('\n')}`)))
        if (line) made.stdin?.write(`${line}\n`)
      }),
  }
  children.add(child)
  made.stdin?.on('error', () => {})
  for (const stream of [made.stdout, made.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        said.push(line)
        if (said.length > 200) said.shift()
        hear(line)
      }
    })
  }
  return child
}
