import { open, mkdir, readdir, readFile, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { groupCommit } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { CarrierEvent } from '../carriers/index.ts'

/** A believed event of a carrier that waits for the database. */
export interface Spooled {
  lineId: string
  messageId: string | undefined
  event: CarrierEvent
}

/** Most bytes that wait on this disk; beyond them carriers are asked to come back. */
const MOST_BYTES = 256 * 1024 * 1024
/** A file that nobody wrote to for this long was left behind, in ms. */
const LEFT_BEHIND_MS = 60_000

/** Where events of a data directory wait. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'spool')
}

/**
 * Whether no event waits on this disk. While one does, nothing may be handed to a carrier from here: the event may be the
 * STOP of the worker whose text is next.
 */
export async function spoolIsEmpty(dataDir: string): Promise<boolean> {
  const names = await readdir(spoolFolder(dataDir)).catch(() => [])
  return !names.some((name) => name.startsWith('open-') || name.startsWith('ready-'))
}

/**
 * Events on disk while the database is away, in order. An event is kept once `append` answers, also when this process is
 * killed then. Lines are locked with the master key: they hold words of workers.
 */
export class Spool {
  private readonly kernel: Kernel
  private readonly folder: string
  private readonly name: string
  private file: { handle: FileHandle; path: string; inode: number } | undefined
  private nth = 0
  private bytes = 0
  private pending = 0
  /** How many events each file of this process holds. */
  private readonly held = new Map<string, number>()
  private turn: Promise<unknown> = Promise.resolve()
  private readonly lines = groupCommit<string>((batch) => this.inTurn(() => this.write(batch)))

  constructor(kernel: Kernel, folder = spoolFolder(kernel.config.dataDir)) {
    this.kernel = kernel
    this.folder = folder
    const id = kernel.world.id()
    alive.add(id)
    this.name = `${hostname().replace(/[^\w.-]/g, '')}~${process.pid}~${id}`
  }

  /** Events of this process that wait. */
  size(): number {
    return this.pending + [...this.held.values()].reduce((sum, many) => sum + many, 0)
  }

  /** Keeps an event; answers when it is on the disk, many with one flush. Rejects when the disk or the limit is full. */
  async append(entry: Spooled): Promise<void> {
    this.pending += 1
    try {
      await this.lines.write(this.kernel.seal.seal('spool', JSON.stringify(entry)))
    } finally {
      this.pending -= 1
    }
  }

  /** Closes what was written and answers the files that may be replayed, the oldest first, with those others left behind. */
  async readyFiles(): Promise<string[]> {
    await this.inTurn(() => this.close())
    const names = await readdir(this.folder).catch(() => [])
    const ready: string[] = []
    for (const name of names) {
      if (!/^(?:open|ready)-/.test(name) || (name.startsWith('open-') && this.isMine(name))) continue
      if (this.isMine(name) || (await this.isLeft(name))) ready.push(await this.make(name))
    }
    // What another process took for left behind and replayed is not waiting any more.
    for (const path of this.held.keys()) if (!ready.includes(path)) this.held.delete(path)
    return ready.sort()
  }

  /** The events of a file; a line that was never whole was never answered for either. */
  async read(name: string): Promise<Spooled[]> {
    const text = await readFile(join(this.folder, name), 'utf8')
    return text
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => {
        try {
          return [JSON.parse(this.kernel.seal.open('spool', line)) as Spooled]
        } catch {
          this.kernel.log.warn({ file: name }, 'spool: a line was not whole and is left out')
          return []
        }
      })
  }

  /** Forgets a file whose events are all committed. */
  async forget(name: string): Promise<void> {
    await unlink(join(this.folder, name)).catch(() => {})
    this.held.delete(name)
    if (this.held.size === 0) this.bytes = 0
  }

  /** Sets an event aside that cannot be taken in although the database is there. */
  async setAside(entry: Spooled): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const file = await open(join(this.folder, `dead-${this.name}.jsonl`), 'a', 0o600)
    try {
      await file.appendFile(`${this.kernel.seal.seal('spool', JSON.stringify(entry))}\n`)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  /** Closes the open file, which stays on the disk. */
  async stop(): Promise<void> {
    await this.inTurn(() => this.close())
    alive.delete(this.name.split('~').at(-1) ?? '')
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work)
    this.turn = mine.catch(() => {})
    return mine
  }

  private async write(batch: string[]): Promise<void> {
    // A break before each batch: what a full disk left half written must not spoil the line after it.
    const text = `\n${batch.join('\n')}\n`
    if (this.bytes + text.length > MOST_BYTES) throw new Error('the spool is full')
    for (;;) {
      const file = (this.file ??= await this.begin())
      await file.handle.appendFile(text)
      await file.handle.datasync()
      // Whoever took this process for dead has taken the file away: then these events are not sure to be read.
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

  /** Whether this process wrote the file. */
  isMine(name: string): boolean {
    return name.includes(`~${this.name}~`)
  }

  /**
   * Whether its writer is gone: the process is not there, or nothing was heard of the file for a while. Taking one that is
   * still written to is harmless: its writer sees that it was taken, and repeated events change nothing.
   */
  private async isLeft(name: string): Promise<boolean> {
    const [, host, pid, id] = name.split('~')
    if (host === hostname().replace(/[^\w.-]/g, '') && !isAlive(Number(pid), id ?? '')) return true
    const written = await stat(join(this.folder, name)).catch(() => undefined)
    return written !== undefined && this.kernel.world.now().getTime() - written.mtimeMs > LEFT_BEHIND_MS
  }
}

function readyName(name: string): string {
  return name.replace(/^open-/, 'ready-')
}

/** Spools of this program by id: after a restart in a container its pid is that of its former life. */
const alive = new Set<string>()

function isAlive(pid: number, id: string): boolean {
  if (pid === process.pid) return alive.has(id)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
