// Runs a program in its own process group and ends the whole group when the process that asked for it is gone, for
// whatever reason: node scripts/process-group.ts <program> <argument>...
//
// The parent holds the other end of standard input. It closes when the parent ends, also by SIGKILL, which no handler of
// the parent could see.
import { spawn, spawnSync } from 'node:child_process'

/** How long the program may take to end by itself, and after it the processes that it started. */
const GRACE_MS = 10_000
const REST_GRACE_MS = 2_000

const [program = '', ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
let isEnding = false
/** What descends from this process when it begins to end, in whichever group. */
let started: number[] = []

function endGroup(): void {
  if (isEnding) return
  isEnding = true
  // Before their parents end: the server of browser tests is in a group of its own, and on a busy machine its runner may have
  // no time to end it.
  started = descendants()
  signalGroup('SIGTERM')
  setTimeout(killAll, GRACE_MS)
}

/** Ends what is left, this process too. */
function killAll(): void {
  for (const pid of started) signal(pid, 'SIGKILL')
  signalGroup('SIGKILL')
}

function descendants(): number[] {
  // Null where there is no ps: then only the group ends.
  const stdout: string | null = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = new Set([process.pid])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const [pid = 0, parent = 0] of rows) if (found.has(parent)) found.add(pid)
  }
  found.delete(process.pid)
  return [...found]
}

/** Signals the group: this process leads it, because it was started detached. */
function signalGroup(name: NodeJS.Signals): void {
  signal(-process.pid, name)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
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
  if (isEnding) return void setTimeout(killAll, REST_GRACE_MS)
  // What the program left behind, such as a server it started, ends with it.
  isEnding = true
  signalGroup('SIGTERM')
  process.exit(code ?? 1)
})
