import { localize } from '../../kernel/i18n/localize.ts'
import type { LineView } from '@crewline/contract/lines'
import { displayPhone } from '@crewline/contract/phone'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { lineHealth } from './ports.ts'
import { answersCalls, healthOf, textHookUrl, voiceHookUrl, type LineCounts } from './rules.ts'
import { everyLine, SAMPLE_CARRIER, type Line } from './store.ts'

/** The period covered by line health, in ms. */
const HEALTH_MS = 7 * 24 * 3_600_000
/** Counts are cached for this long, in ms, so that frequent views do not count seven days each time. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 1_000

const NOTHING: LineCounts = { sent: 0, delivered: 0, failed: 0, filtered: 0, waiting: 0 }

interface Counted {
  counts: Promise<Map<string, LineCounts>>
  untilMs: number
}
const remembered = new WeakMap<Kernel, Map<string, Counted>>()

/** Lists the lines in use of the organization, without its sample line: the default first, then the oldest. */
export async function linesOf(kernel: Kernel, scope: Scope): Promise<LineView[]> {
  const [allLines, counts] = await Promise.all([everyLine(scope.db, kernel.encryption), countsOf(kernel, scope.orgId)])
  return allLines
    .filter((line) => line.carrier !== SAMPLE_CARRIER)
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map((line) => viewOf(kernel, scope, { line, counts: counts.get(line.id) }))
}

/** Returns one line for display. */
export async function lineView(kernel: Kernel, scope: Scope, line: Line): Promise<LineView> {
  return viewOf(kernel, scope, { line, counts: (await countsOf(kernel, scope.orgId)).get(line.id) })
}

/**
 * Returns the counts of the organization's lines, at most a minute old. Not limited by group scope, because counts
 * identify no contact.
 */
function countsOf(kernel: Kernel, orgId: string): Promise<Map<string, LineCounts>> {
  const countsByOrg = remembered.get(kernel) ?? new Map<string, Counted>()
  remembered.set(kernel, countsByOrg)
  const now = kernel.world.monotonicMs()
  const cached = countsByOrg.get(orgId)
  if (cached && cached.untilMs > now) return cached.counts
  if (countsByOrg.size >= MOST_REMEMBERED) countsByOrg.clear()
  const counts = lineHealth.get()(kernel.database.ofOrg(orgId), new Date(kernel.world.now().getTime() - HEALTH_MS))
  countsByOrg.set(orgId, { counts, untilMs: now + REMEMBER_MS })
  counts.catch(() => countsByOrg.delete(orgId))
  return counts
}

function viewOf(
  kernel: Kernel,
  scope: Scope,
  { line, counts = NOTHING }: { line: Line; counts: LineCounts | undefined },
): LineView {
  const { id, phone, label, type, textsPerSecond, state, pausedReason, isDefault } = line
  return {
    id,
    phone,
    label,
    type,
    textsPerSecond,
    state,
    isDefault,
    pausedReason: pausedReason && localize(pausedReason, languageOf(scope)),
    phoneDisplay: displayPhone(phone, scope.org.country),
    carrier: line.carrier === 'twilio' || line.carrier === 'telnyx' ? line.carrier : 'simulated',
    health: healthOf(counts),
    webhookUrl: textHookUrl(kernel.config.publicUrl, line),
    voiceUrl: answersCalls(line.carrier) ? voiceHookUrl(kernel.config.publicUrl, line) : null,
    createdAt: line.createdAt.toISOString(),
  }
}

/** Returns the current state of a line in use other than the sample line; the caller handles a missing one. */
export async function lineInUse(db: Db, kernel: Kernel, id: string): Promise<Line | undefined> {
  return (await everyLine(db, kernel.encryption)).find((line) => line.id === id && line.carrier !== SAMPLE_CARRIER)
}
