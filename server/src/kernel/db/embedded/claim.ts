import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EmbeddedDatabaseFailure, explainFileSystem } from './words.ts'

interface Note {
  pid: number
  /** When the process began, in the kernel's own clock; empty where the system does not tell. */
  born: string
  socketDir?: string
}

export interface Claim {
  /** Adds to what the next process reads should this one be killed. */
  note(more: { socketDir: string }): void
  release(): void
}

/**
 * Makes the folder and takes it for this process alone. Refuses, naming the process, when another live one has it;
 * a claim left by a killed process is taken over.
 */
export function claimFolder(dataDir: string): Claim {
  const file = join(dataDir, 'running')
  const mine: Note = { pid: process.pid, born: bornAt(process.pid) }
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(draft, JSON.stringify(mine))
    for (let attempt = 0; ; attempt++) {
      try {
        // A link appears whole or not at all, unlike a file that is opened and then written.
        linkSync(draft, file)
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 5) throw error
        setAside(file, dataDir)
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

function setAside(file: string, dataDir: string): void {
  const held = readNote(file)
  if (held && isAlive(held)) {
    throw new EmbeddedDatabaseFailure(
      'already_running',
      `The product already runs on ${dataDir}, as process ${held.pid}. ` +
        'Stop that one first, or choose another folder with DATA_DIR (and another PORT).',
    )
  }
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  rmSync(aside, { force: true })
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

// A number alone is not proof: after a restart of the machine or container another process may have it.
function isAlive({ pid, born }: Note): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return born === bornAt(pid)
}

function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
