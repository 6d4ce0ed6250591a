import { confirmDatabaseClock, readAgreedTime } from '../kernel/clock/store.ts'
import type { Database } from '../kernel/db/pool.ts'
import { releaseMisdated } from '../modules/messages/index.ts'

/** Says whether the clock of the database stepped, or with `yes` makes it the right one; processes notice in seconds. */
export async function showClock(database: Database, confirm: string | undefined): Promise<string> {
  if (confirm !== undefined && confirm !== 'yes') throw new Error('--confirm takes only the value yes.')
  const system = database.asSystem('the operator looks at the clock of the database')
  if (confirm) {
    const stepMs = await confirmDatabaseClock(system)
    if (stepMs === undefined) return 'There was nothing to confirm: the clock of the database did not step.'
    const { at } = await readAgreedTime(system)
    await releaseMisdated(database, at)
    return `Confirmed: it is ${at.toISOString()}. Texts that waited for this are sent; those whose time is past expire.`
  }
  const { at, stepMs, noticedAt } = await readAgreedTime(system)
  if (stepMs === 0) return `The clock of the database says ${at.toISOString()} and did not step.`
  const ourTime = new Date(at.getTime() - stepMs).toISOString()
  return `The clock of the database says ${at.toISOString()}. It stepped at ${noticedAt?.toISOString() ?? 'an unknown time'}, and the product still goes by ${ourTime}. Texts that have a time wait. Set the clock right, or run: npm run admin -- clock --confirm yes`
}
