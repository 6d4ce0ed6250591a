import type { BodyOf, QueryOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import {
  RETENTION_MONTHS_MIN,
  type previewRetention,
  type RetentionClass,
  type RetentionPeriod,
  type RetentionRun,
  type setRetention,
} from '@crewline/contract/retention'
import { allowLong } from '../../kernel/db/timeout.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { countRetained, retainedDataOfModules, type RetainedCount } from '../../kernel/retained-data.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { memberSessions } from '../team/index.ts'
import { changed, cutoff, periodAt } from './rules.ts'
import { lockSetting, saveSetting } from './store.ts'
import { periodsOf, runsOf } from './views.ts'

/** Returns every period and the last purges. */
export async function read(scope: Scope): Promise<{ periods: RetentionPeriod[]; runs: RetentionRun[] }> {
  refuseLimited(scope)
  const [periods, runs] = await Promise.all([periodsOf(scope.db, scope.world.now()), runsOf(scope.db)])
  return { periods, runs }
}

/** Counts what a period would delete if it applied now. */
export async function preview(scope: Scope, { class: name, months }: QueryOf<typeof previewRetention>) {
  refuseLimited(scope)
  refuseShort(name, months)
  const { before, ...counted } = await scope.tx((tx) => countNow(tx, name, months))
  return { ...counted, oldest: counted.oldest?.toISOString() ?? null, before: before.toISOString() }
}

/**
 * Sets the period of a class. A shorter one needs a fresh proof of identity, and fails with `retention_count` when it
 * would delete more than the member confirmed.
 */
export async function set(
  scope: Scope,
  { class: name, months, confirmed }: BodyOf<typeof setRetention>,
  kernel: Kernel,
): Promise<{ period: RetentionPeriod }> {
  refuseLimited(scope)
  const userId = requireUserId(scope)
  if (months !== null) refuseShort(name, months)
  await requireProof(kernel, scope)
  await scope.tx(async (tx) => {
    const now = tx.world.now()
    const was = await lockSetting(tx, name)
    const next = changed(was, months, now)
    const count = months === null || next.appliesAt <= now ? 0 : (await countNow(tx, name, months)).count
    if (count > confirmed) fail('retention_count')
    await saveSetting(tx, name, next, userId)
    const { previousMonths, appliesAt } = next
    tx.audit('retention.changed', null, { class: name, before: previousMonths, after: months, appliesAt, count })
  })
  return { period: await periodOf(scope, name) }
}

/** Restores the period before the last change, as long as the change does not apply. */
export async function undo(scope: Scope, name: RetentionClass): Promise<{ period: RetentionPeriod }> {
  refuseLimited(scope)
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const now = tx.world.now()
    const was = await lockSetting(tx, name)
    if (!was || was.appliesAt <= now) return fail('retention_applies')
    const months = periodAt(was, now)
    await saveSetting(tx, name, { months, previousMonths: months, appliesAt: now }, userId)
    tx.audit('retention.undone', null, { class: name, before: was.months, after: months })
  })
  return { period: await periodOf(scope, name) }
}

async function countNow(tx: Tx, name: RetentionClass, months: number): Promise<RetainedCount & { before: Date }> {
  await allowLong(tx.db, 'counts what a retention period would delete')
  const data = retainedDataOfModules().filter((candidate) => candidate.class === name)
  const before = cutoff(tx.world.now(), months, tx.org.timezone)
  const about = { orgId: tx.orgId, before, timeZone: tx.org.timezone }
  return { ...(await countRetained(tx.db, data, about)), before }
}

async function periodOf(scope: Scope, name: RetentionClass): Promise<RetentionPeriod> {
  const periods = await periodsOf(scope.db, scope.world.now())
  return periods.find((period) => period.class === name) ?? fail('not_found')
}

function refuseShort(name: RetentionClass, months: number): void {
  const least = RETENTION_MONTHS_MIN[name]
  if (months >= least) return
  fail('invalid', {
    fieldErrors: {
      months: msg({
        message: '{least, plural, one {Keep this for at least # month.} other {Keep this for at least # months.}}',
        values: { least },
      }),
    },
  })
}

function refuseLimited(scope: Scope): void {
  if (scope.isLimitedToGroups) fail('not_permitted')
}

async function requireProof(kernel: Kernel, { actor }: Scope): Promise<void> {
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
}
