import { openBell } from '../kernel/bell.ts'
import { openDatabase } from '../kernel/db/pool.ts'
import { makeSeal } from '../kernel/secrets/seal.ts'
import { isEmpty } from '../modules/organizations/index.ts'
import type { ProcessParts } from './process.ts'

/** Fills an empty database with the demo, before anything listens; `beginning` is called only when there is something to do. */
export async function seedFirst(parts: ProcessParts, beginning: () => void): Promise<void> {
  const database = openDatabase(parts.databaseUrl)
  try {
    if (!(await isEmpty(database.asSystem('the first start looks for any organization')))) return
    beginning()
    const bell = await openBell(database, parts.log)
    const { seedDemo } = await import('./seed.ts')
    await seedDemo({
      config: parts.config,
      world: parts.world,
      log: parts.log,
      database,
      bell,
      seal: makeSeal(parts.masterKey, parts.world),
    })
    await bell.close()
  } finally {
    await database.close()
  }
}
