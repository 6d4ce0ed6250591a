import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EmbeddedDatabaseFailure, explainFileSystem } from './words.ts'

interface Note {
  pid: number
  /** When the process started, by the system clock; empty where the system does not report it. */
  startTime: string
  socketDir?: string
}

export interface Claim {
  /** Adds data that the next process reads if this one is killed. */
  note(more: { socketDir: string }): void
  release(): void
}

/**
 * Creates the folder and claims it for this process alone. Fails with the process id when another live process has it;
 * takes over the claim of a killed process.
 */
export function claimFolder(dataDir: string): Claim {
  const file = join(dataDir, 'running')
  const mine: Note = { pid: process.pid, startTime: readStartTime(process.pid) }
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(draft, JSON.stringify(mine))
    for (let attempt = 0; ; attempt++) {
      try {
        // A link appears atomically, unlike a file that is opened and then written.
        linkSync(draft, file)
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 5) throw error
        quarantine(file, dataDir)
      }
    }
  } catch (error) {
    throw explainFileSystem(error, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    note: ({ socketDir }) => {
      writeFileSync(draft, JSON.stringify({ ...mine, socketDir }))
      renameSync(draft, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** Returns the folder of the socket of the live process that has the folder; undefined when none has. */
export function socketOfOwner(dataDir: string): string | undefined {
  const held = readNote(join(dataDir, 'running'))
  return held && isAlive(held) ? held.socketDir : undefined
}

function quarantine(file: string, dataDir: string): void {
  const held = readNote(file)
  if (held && isAlive(held)) {
    throw new EmbeddedDatabaseFailure(
      'already_running',
      `The product is already running on ${dataDir}, as process ${held.pid}. ` +
        'Stop it first, or choose another folder with DATA_DIR (and another PORT).',
    )
  }
  const staleFile = `${file}.stale-${process.pid}`
  try {
    renameSync(file, staleFile)
  } catch {
    return
  }
  rmSync(staleFile, { force: true })
  if (held?.socketDir && basename(held.socketDir).startsWith('crewline-pg-')) {
    rmSync(held.socketDir, { recursive: true, force: true })
  }
}

function readNote(file: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Note
  } catch {
    return undefined
  }
}

// The process id alone is no proof: after a restart of the machine or container another process may have it.
function isAlive({ pid, startTime }: Note): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startTime === readStartTime(pid)
}

function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
