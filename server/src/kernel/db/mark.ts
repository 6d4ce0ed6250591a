import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { World } from '../world.ts'
import type { Db } from './pool.ts'

/** How often the mark moves, in ms: work of the last moments before a backup may go unnoticed. */
const MOVE_MS = 2_000

/** Why a database counts as restored from a backup. */
export type RestoreSign =
  /** The command that restores a backup wrote it. */
  | 'command'
  /** The data directory has seen a later state of this database. */
  | 'older'
  /** The data directory belongs to a state of the database that this one does not know. */
  | 'unknown_epoch'
  /** The operator says so in the setting RESTORED. */
  | 'setting'

/** A restore that was noticed. */
export interface NoticedRestore {
  sign: RestoreSign
  /** When this database was last in use, as far as it knows. */
  knownUntil: Date
}

interface Mark {
  epoch: string
  earlierEpochs: string[]
  counter: number
  movedAt: Date
  isRestored: boolean
  restoredSetting: string | null
}

const MarkFile = z.object({ epoch: z.uuid(), counter: z.int() })
type MarkFile = z.infer<typeof MarkFile>

const fileOf = (dataDir: string): string => join(dataDir, 'database-mark.json')

/**
 * Compares the database with what this data directory has seen of it, before anything else runs. Returns undefined when
 * the database goes on where it was, and also when there is nothing to compare: a new data directory, a first start.
 */
export async function noticeRestore(
  system: Db,
  { dataDir, restored }: Pick<Config, 'dataDir' | 'restored'>,
  world: World,
): Promise<NoticedRestore | undefined> {
  await sql`insert into database_mark (epoch, moved_at) values (${world.id()}, ${world.now()}) on conflict do nothing`.execute(
    system,
  )
  const mark = await readMark(system)
  const knownUntil = mark.movedAt
  if (mark.isRestored) return { sign: 'command', knownUntil }
  if (restored !== undefined && restored !== mark.restoredSetting) return { sign: 'setting', knownUntil }
  const seen = readFile(dataDir)
  if (!seen || mark.earlierEpochs.includes(seen.epoch)) return undefined
  if (seen.epoch !== mark.epoch) return { sign: 'unknown_epoch', knownUntil }
  return seen.counter > mark.counter ? { sign: 'older', knownUntil } : undefined
}

/** Marks a database that was just loaded from a backup, in the transaction of its owner. */
export async function markRestored(client: pg.Client): Promise<void> {
  await client.query('set local role crewline_system')
  await client.query(
    `insert into database_mark (epoch, moved_at, is_restored) values (gen_random_uuid(), now(), true)
     on conflict (id) do update set is_restored = true`,
  )
  await client.query('reset role')
}

/** Begins a new epoch, after everything that a restore calls for is committed: until then each start notices it again. */
export async function beginEpoch(system: Db, restored: string | undefined, world: World): Promise<void> {
  await sql`
    update database_mark set earlier_epochs = earlier_epochs || epoch, epoch = ${world.id()},
      is_restored = false, counter = counter + 1, moved_at = ${world.now()}, restored_setting = coalesce(${restored ?? null}, restored_setting)`.execute(
    system,
  )
}

/** Moves the mark of the database and of the data directory while the process runs, and a last time at its end. */
export function followMark(kernel: Kernel): Running {
  const system = kernel.database.asSystem('a process marks how far the database has come')
  let moving: Promise<void> = Promise.resolve()
  const move = async (): Promise<void> => {
    try {
      const { rows } = await sql<MarkFile>`
        update database_mark set counter = counter + 1, moved_at = ${kernel.world.now()} returning epoch, counter`.execute(
        system,
      )
      if (rows[0]) writeFile(kernel.config.dataDir, rows[0])
    } catch (error) {
      kernel.log.debug({ err: (error as Error).message }, 'mark: the mark could not be moved, trying again')
    }
  }
  const timer = setInterval(() => {
    moving = moving.then(move)
  }, MOVE_MS)
  moving = move()
  return {
    stop: async () => {
      clearInterval(timer)
      await moving
      await move()
    },
  }
}

async function readMark(system: Db): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select epoch, earlier_epochs as "earlierEpochs", counter, moved_at as "movedAt", is_restored as "isRestored", restored_setting as "restoredSetting"
    from database_mark`.execute(system)
  return rows[0] as Mark
}

function readFile(dataDir: string): MarkFile | undefined {
  try {
    return MarkFile.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    // A missing or damaged file says nothing about the database.
    return undefined
  }
}

/** Renames a complete file into place, so that a crash never leaves half a mark. */
function writeFile(dataDir: string, mark: MarkFile): void {
  const file = fileOf(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mark))
  renameSync(draft, file)
}
