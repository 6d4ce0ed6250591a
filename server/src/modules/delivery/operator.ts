import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { adoptDead } from './dead-files.ts'
import { systemScope } from './scope.ts'
import { playAgain } from './set-aside.ts'
import type { AsideRow } from './store/set-aside.ts'
import { asideCount, asideRows } from './views.ts'

/** Most events the operator is shown or has played at once. */
const MOST = 1_000

/** What is set aside in the whole house, without its words. */
export interface AsideHouse {
  events: (Omit<AsideRow, 'sealed'> & { organization: string; phone: string })[]
  total: number
  /** Events on this disk that no organization is known for, or that nobody can read. */
  onDisk: number
}

/** What is set aside of every organization, the oldest 1,000, after bringing in what lies on this disk. */
export async function asideForOperator(kernel: Kernel): Promise<AsideHouse> {
  const onDisk = await adoptDead(kernel)
  const system = kernel.database.asSystem('the operator looks at what is set aside in every organization')
  const events = []
  for (const { sealed: _, ...row } of await asideRows(system, MOST)) {
    const line = await lineById(system, kernel.seal, row.lineId)
    const { name } = await systemScope(kernel, row.orgId, 'operator')
    events.push({ ...row, organization: name, phone: line?.phone ?? '' })
  }
  return { events, total: await asideCount(system), onDisk }
}

/** Plays what is set aside again, or only the event with this id; answers how many were tried and how many are stored. */
export async function playAllAgain(kernel: Kernel, id?: string): Promise<{ tried: number; stored: number }> {
  const { events } = await asideForOperator(kernel)
  const byOrg = Map.groupBy(
    events.filter((event) => id === undefined || event.id === id),
    (event) => event.orgId,
  )
  let [tried, stored] = [0, 0]
  for (const [orgId, rows] of byOrg) {
    const { scope } = await systemScope(kernel, orgId, 'operator')
    tried += rows.length
    stored += await playAgain(
      kernel,
      scope,
      rows.map((row) => row.id),
    )
  }
  return { tried, stored }
}
