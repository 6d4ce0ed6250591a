import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { importDiskQuarantine } from './dead-files.ts'
import { systemScope } from './scope.ts'
import { replayQuarantined } from './quarantine.ts'
import type { QuarantineRow } from './store/quarantine.ts'
import { quarantineCount, quarantineRows } from './views.ts'

/** Maximum number of events that the operator lists or replays at once. */
const MOST = 1_000

/** The quarantined events of all organizations, without message text. */
export interface QuarantineHost {
  events: (Omit<QuarantineRow, 'sealed'> & { organization: string; phone: string })[]
  total: number
  /** Events on this disk with an unknown organization or unreadable content. */
  onDisk: number
}

/** Returns the oldest 1,000 quarantined events of all organizations, after importing those on this disk. */
export async function quarantineForOperator(kernel: Kernel): Promise<QuarantineHost> {
  const onDisk = await importDiskQuarantine(kernel)
  const system = kernel.database.asSystem('the operator lists the quarantined events of every organization')
  const events = []
  for (const { sealed: _, ...row } of await quarantineRows(system, MOST)) {
    const line = await lineById(system, kernel.encryption, row.lineId)
    const { name } = await systemScope(kernel, row.orgId, 'operator')
    events.push({ ...row, organization: name, phone: line?.phone ?? '' })
  }
  return { events, total: await quarantineCount(system), onDisk }
}

/** Replays all quarantined events, or only the one with this id. Returns how many were tried and stored. */
export async function replayAllQuarantined(
  kernel: Kernel,
  id?: string,
): Promise<{ attempted: number; stored: number }> {
  const { events } = await quarantineForOperator(kernel)
  const byOrg = Map.groupBy(
    events.filter((event) => id === undefined || event.id === id),
    (event) => event.orgId,
  )
  let [attempted, stored] = [0, 0]
  for (const [orgId, rows] of byOrg) {
    const { scope } = await systemScope(kernel, orgId, 'operator')
    attempted += rows.length
    stored += await replayQuarantined(
      kernel,
      scope,
      rows.map((row) => row.id),
    )
  }
  return { attempted, stored }
}
