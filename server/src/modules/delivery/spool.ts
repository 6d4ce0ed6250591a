import { open, mkdir, readdir, readFile, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { groupCommit } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { UnknownKey } from '../../kernel/secrets/encryption.ts'
import type { CarrierEvent } from '../carriers/index.ts'

/** A verified carrier event that waits for the database. */
export interface Spooled {
  lineId: string
  messageId: string | undefined
  event: CarrierEvent
}

/** Maximum bytes on this disk. Above it, webhooks are refused so that carriers retry. */
const MOST_BYTES = 256 * 1024 * 1024
/** A file not written to for this long counts as abandoned, in ms. */
const ABANDONED_MS = 60_000

/** What events on disk and in quarantine are bound to: they move from one to the other as they are. */
export const SPOOL_PLACE = 'spool'

/** Returns the spool folder of a data directory. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'spool')
}

/** Returns the folder of events that wait for an earlier one of their contact. */
export function contactSpoolFolder(dataDir: string): string {
  return join(dataDir, 'spool-per-contact')
}

/**
 * Returns whether no event waits on this disk. While one does, nothing may be sent: it may be the STOP of the contact
 * whose message is next.
 */
export async function spoolIsEmpty(dataDir: string): Promise<boolean> {
  const names = await readdir(spoolFolder(dataDir)).catch(() => [])
  return !names.some((name) => name.startsWith('open-') || name.startsWith('ready-'))
}

/**
 * Stores events on disk, in order, while the database is unavailable. An event is durable once `append` resolves, even
 * if the process is killed then. Lines are encrypted because they contain message text.
 */
export class Spool {
  private readonly kernel: Kernel
  private readonly folder: string
  private readonly name: string
  private file: { handle: FileHandle; path: string; inode: number } | undefined
  private nth = 0
  private bytes = 0
  private pending = 0
  /** Number of events in each file of this process. */
  private readonly held = new Map<string, number>()
  private turn: Promise<unknown> = Promise.resolve()
  private readonly lines = groupCommit<string>((batch) => this.inTurn(() => this.write(batch)))

  constructor(kernel: Kernel, folder = spoolFolder(kernel.config.dataDir)) {
    this.kernel = kernel
    this.folder = folder
    const id = kernel.world.id()
    liveSpoolIds.add(id)
    this.name = `${hostname().replace(/[^\w.-]/g, '')}~${process.pid}~${id}`
  }

  /** Returns the number of waiting events of this process. */
  size(): number {
    return this.pending + [...this.held.values()].reduce((sum, count) => sum + count, 0)
  }

  /**
   * Stores an event. Resolves when it is on disk; several events share one flush. Rejects when the disk or the limit is
   * full.
   */
  async append(entry: Spooled): Promise<void> {
    this.pending += 1
    try {
      await this.lines.write(this.kernel.encryption.seal(SPOOL_PLACE, JSON.stringify(entry)))
    } finally {
      this.pending -= 1
    }
  }

  /** Closes the current file and returns the files to replay, oldest first, including abandoned ones. */
  async readyFiles(): Promise<string[]> {
    await this.inTurn(() => this.close())
    const names = await readdir(this.folder).catch(() => [])
    const ready: string[] = []
    for (const name of names) {
      if (!/^(?:open|ready)-/.test(name) || (name.startsWith('open-') && this.isMine(name))) continue
      if (this.isMine(name) || (await this.isAbandoned(name))) ready.push(await this.make(name))
    }
    // Events in files that another process took over and replayed no longer wait.
    for (const path of this.held.keys()) if (!ready.includes(path)) this.held.delete(path)
    return ready.sort()
  }

  /**
   * Reads the events of a file. Skips a partially written line, which was never acknowledged; throws `UnknownKey` when this
   * process lacks the key.
   */
  async read(name: string): Promise<Spooled[]> {
    const text = await readFile(join(this.folder, name), 'utf8')
    return text
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => {
        try {
          return [JSON.parse(this.kernel.encryption.open(SPOOL_PLACE, line)) as Spooled]
        } catch (error) {
          // The event is complete: the file must wait until this process has the key.
          if (error instanceof UnknownKey) throw error
          this.kernel.log.warn({ file: name }, 'spool: an incomplete entry was skipped')
          return []
        }
      })
  }

  /** Deletes a file whose events are all committed. */
  async deleteFile(name: string): Promise<void> {
    await unlink(join(this.folder, name)).catch(() => {})
    this.held.delete(name)
    if (this.held.size === 0) this.bytes = 0
  }

  /** Quarantines an event that cannot be stored although the database is available. */
  async quarantine(entry: Spooled): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const file = await open(join(this.folder, `dead-${this.name}.jsonl`), 'a', 0o600)
    try {
      await file.appendFile(`${this.kernel.encryption.seal(SPOOL_PLACE, JSON.stringify(entry))}\n`)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  /** Closes the current file and keeps it on disk. */
  async stop(): Promise<void> {
    await this.inTurn(() => this.close())
    liveSpoolIds.delete(this.name.split('~').at(-1) ?? '')
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work)
    this.turn = mine.catch(() => {})
    return mine
  }

  private async write(batch: string[]): Promise<void> {
    // Start each batch with a newline: a partial write on a full disk must not corrupt the next line.
    const text = `\n${batch.join('\n')}\n`
    if (this.bytes + text.length > MOST_BYTES) throw new Error('the spool is full')
    for (;;) {
      const file = (this.file ??= await this.begin())
      await file.handle.appendFile(text)
      await file.handle.datasync()
      // Another process considered this one dead and took the file: these events may never be read.
      const there = await stat(file.path).catch(() => undefined)
      if (there?.ino === file.inode) break
      await file.handle.close()
      this.file = undefined
    }
    this.bytes += text.length
    const name = readyName(basename((this.file as { path: string }).path))
    this.held.set(name, (this.held.get(name) ?? 0) + batch.length)
  }

  private async begin(): Promise<{ handle: FileHandle; path: string; inode: number }> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const at = this.kernel.world.now().getTime().toString(36).padStart(9, '0')
    const path = join(this.folder, `open-${at}~${this.name}~${this.nth++}.jsonl`)
    const handle = await open(path, 'ax', 0o600)
    const folder = await open(this.folder, 'r')
    await folder.datasync().catch(() => {})
    await folder.close()
    return { handle, path, inode: (await handle.stat()).ino }
  }

  private async close(): Promise<void> {
    const file = this.file
    if (!file) return
    this.file = undefined
    await file.handle.close()
    await this.make(basename(file.path))
  }

  private async make(name: string): Promise<string> {
    const ready = readyName(name)
    if (ready !== name) await rename(join(this.folder, name), join(this.folder, ready)).catch(() => {})
    return ready
  }

  /** Returns whether this process wrote the file. */
  isMine(name: string): boolean {
    return name.includes(`~${this.name}~`)
  }

  /**
   * Returns whether the file's writer is gone: its process does not exist, or the file was not written to for a while.
   * Taking over an active file is harmless: its writer detects it, and repeated events change nothing.
   */
  private async isAbandoned(name: string): Promise<boolean> {
    const [, host, pid, id] = name.split('~')
    if (host === hostname().replace(/[^\w.-]/g, '') && !isAlive(Number(pid), id ?? '')) return true
    const written = await stat(join(this.folder, name)).catch(() => undefined)
    return written !== undefined && this.kernel.world.machineNow().getTime() - written.mtimeMs > ABANDONED_MS
  }
}

function readyName(name: string): string {
  return name.replace(/^open-/, 'ready-')
}

/** Ids of the spools of this process: after a container restart the pid may equal that of the previous process. */
const liveSpoolIds = new Set<string>()

function isAlive(pid: number, id: string): boolean {
  if (pid === process.pid) return liveSpoolIds.has(id)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
