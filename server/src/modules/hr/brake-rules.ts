import type { HrBrake, HrRowKind, HrSettings } from '@crewline/contract/hr'
import { HR_FEW } from '@crewline/contract/hr-limits'

/**
 * Decides whether a sync must ask although nothing failed: an HR system that lists no one, or far fewer people than
 * before, is more often a fault than the truth. `unclear` counts rows that do not say whom they are about;
 * `earlier` counts other people who changed or left in syncs shortly before, where each change makes a sync of its own.
 */
export function brakeOf(
  counts: Partial<Record<HrRowKind, number>>,
  {
    linked,
    read,
    unclear,
    earlier = { left: 0, changed: 0 },
    companies = null,
    settings,
  }: {
    linked: number
    read: number
    unclear: number
    earlier?: { left: number; changed: number }
    companies?: { former: string; now: string } | null
    settings: HrSettings
  },
): HrBrake | null {
  const { leave = 0, update = 0, rehire = 0 } = counts
  if (linked === 0) return null
  // Most of the people of the one company do not work at the other.
  if (companies) return { kind: 'company', people: linked, of: linked, companies }
  if (read === 0) return { kind: 'empty', people: linked, of: linked }
  // Who seems to have left may be in a row that does not say whom it is about.
  if (unclear > 0 && leave > 0) return { kind: 'unclear', people: leave, of: linked }
  const left = leave + earlier.left
  const before = linked + earlier.left
  const isMost = left * 2 >= before && left > 1
  const isMany = left > HR_FEW && left * 100 > before * settings.leavePct
  if (leave > 0 && (isMost || isMany)) return { kind: 'leavers', people: leave, of: linked }
  const now = update + rehire + leave
  const changed = now + earlier.changed
  if (now > 0 && changed > HR_FEW && changed * 100 > before * settings.changePct)
    return { kind: 'changes', people: now, of: linked }
  return null
}
