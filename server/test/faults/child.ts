import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ENDS_WITH_PARENT = fileURLToPath(new URL('./ends-with-parent.ts', import.meta.url))

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
  const made = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, program], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const { child, lines } = follow(made)
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${program} was not ready within 30 s`)), 30_000)
    lines.hear = (line) => {
      const fits = ready.exec(line)
      if (!fits) return
      clearTimeout(late)
      lines.hear = () => {}
      resolve(fits)
    }
    void child.ended.then(() => {
      clearTimeout(late)
      reject(new EndedEarly(`${program} ended before it was ready:\n${child.said().join('\n')}`))
    })
  }).catch((error: unknown) => {
    child.signal('SIGKILL')
    throw error
  })
  return { child, match }
}

/** The program ended before it said it was ready, which a failpoint at its start may cause. */
export class EndedEarly extends Error {}

function follow(made: ChildProcess): { child: Child; lines: { hear: (line: string) => void } } {
  const said: string[] = []
  const lines = { hear: (_line: string) => {} }
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
        lines.hear(line)
      }
    })
  }
  return { child, lines }
}
