// Runs a program in its own process group and ends the whole group when the process that asked for it is gone, for
// whatever reason: node scripts/process-group.ts <program> <argument>...
//
// The parent holds the other end of standard input. It closes when the parent ends, also by SIGKILL, which no handler of
// the parent could see.
import { spawn } from 'node:child_process'

/** How long the program may take to end by itself, and after it the processes that it started. */
const GRACE_MS = 10_000
const REST_GRACE_MS = 2_000

const [program = '', ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
let isEnding = false

function endGroup(): void {
  if (isEnding) return
  isEnding = true
  signalGroup('SIGTERM')
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS)
}

function signalGroup(signal: NodeJS.Signals): void {
  try {
    // This process leads the group, because it was started detached.
    process.kill(-process.pid, signal)
  } catch {
    // The group has ended.
  }
}

process.stdin.resume()
process.stdin.once('close', endGroup)
// The signal to the group reaches this process too, which must outlive the others.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, endGroup)
child.on('error', (error) => {
  console.error(error.message)
  process.exitCode = 127
  process.exit()
})
child.on('close', (code) => {
  if (isEnding) return void setTimeout(() => signalGroup('SIGKILL'), REST_GRACE_MS)
  // What the program left behind, such as a server it started, ends with it.
  isEnding = true
  signalGroup('SIGTERM')
  process.exit(code ?? 1)
})
