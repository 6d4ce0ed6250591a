import type { LineView } from '@crewline/contract/lines'
import { displayPhone } from '@crewline/contract/phone'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { lineHealth } from './plugs.ts'
import { healthOf, textHookUrl, voiceHookUrl, type LineCounts } from './rules.ts'
import { everyLine, type Line } from './store.ts'

/** Health covers this long, in ms. */
const HEALTH_MS = 7 * 24 * 3_600_000
/** Counts are good for this long, in ms: a screen that is looked at often must not count a week each time. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 1_000

const NOTHING: LineCounts = { sent: 0, delivered: 0, failed: 0, filtered: 0, waiting: 0 }

interface Counted {
  counts: Promise<Map<string, LineCounts>>
  untilMs: number
}
const remembered = new WeakMap<Kernel, Map<string, Counted>>()

/** The organization's numbers in use, the default first, then the oldest. */
export async function linesOf(kernel: Kernel, scope: Scope): Promise<LineView[]> {
  const [found, counts] = await Promise.all([everyLine(scope.db, kernel.seal), countsOf(kernel, scope.orgId)])
  return found
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map((line) => viewOf(kernel, scope, { line, counts: counts.get(line.id) }))
}

/** One number as people see it. */
export async function lineView(kernel: Kernel, scope: Scope, line: Line): Promise<LineView> {
  return viewOf(kernel, scope, { line, counts: (await countsOf(kernel, scope.orgId)).get(line.id) })
}

/** Counts of the organization's lines, at most a minute old; whoever asks sees the whole of it, as numbers name nobody. */
function countsOf(kernel: Kernel, orgId: string): Promise<Map<string, LineCounts>> {
  const known = remembered.get(kernel) ?? new Map<string, Counted>()
  remembered.set(kernel, known)
  const now = kernel.world.monotonicMs()
  const found = known.get(orgId)
  if (found && found.untilMs > now) return found.counts
  if (known.size >= MOST_REMEMBERED) known.clear()
  const counts = lineHealth.get()(kernel.database.ofOrg(orgId), new Date(kernel.world.now().getTime() - HEALTH_MS))
  known.set(orgId, { counts, untilMs: now + REMEMBER_MS })
  counts.catch(() => known.delete(orgId))
  return counts
}

function viewOf(
  kernel: Kernel,
  scope: Scope,
  { line, counts = NOTHING }: { line: Line; counts: LineCounts | undefined },
): LineView {
  const { id, phone, label, type, textsPerSecond, state, pausedReason, isDefault } = line
  return {
    ...{ id, phone, label, type, textsPerSecond, state, isDefault },
    pausedReason: pausedReason && pausedReason[languageOf(scope)],
    phoneDisplay: displayPhone(phone, scope.org.country),
    carrier: line.carrier === 'twilio' ? 'twilio' : 'simulated',
    health: healthOf(counts),
    webhookUrl: textHookUrl(kernel.config.publicUrl, line),
    voiceUrl: voiceHookUrl(kernel.config.publicUrl, line),
    createdAt: line.createdAt.toISOString(),
  }
}

/** The newest state of one line in use; `not_found` is left to the caller. */
export async function lineInUse(db: Db, kernel: Kernel, id: string): Promise<Line | undefined> {
  return (await everyLine(db, kernel.seal)).find((line) => line.id === id)
}
