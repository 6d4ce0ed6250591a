import { msg } from '@crewline/contract/localized-text'
import type { NewsIssue } from '@crewline/contract/news'
import { instantOf } from '@crewline/contract/schedule-rules'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { lockVersion, readIssue, refuseNames } from './edit.ts'
import { refuseIncomplete, show } from './publish.ts'
import { failPlan, lockIssue, setPlan } from './store.ts'
import { plannedBy } from './views.ts'

/** Issues published in one pass; the next pass takes the rest. */
const MOST = 100

/** Plans the publication of an issue on the clock of the organization, or cancels it. */
export async function plan(
  scope: Scope,
  kernel: Kernel,
  { id, version, at, expiresAt }: { id: string; version: number; at: string | null; expiresAt: string | null },
): Promise<{ issue: NewsIssue }> {
  await scope.tx(async (tx) => {
    const before = await lockVersion(tx, id, version)
    if (at === null) {
      await setPlan(tx, id, null)
      if (before.planAt) tx.audit('news.plan-canceled', id, { title: before.content.title })
      return
    }
    if (!isDay(at)) fail('invalid', { fieldErrors: { at: msg({ message: 'Choose a day and a time.' }) } })
    const planned = instantOf(at, scope.org.timezone)
    if (planned <= tx.world.now())
      fail('invalid', { fieldErrors: { at: msg({ message: 'Choose a time in the future.' }) } })
    const ends = expiresAt === null ? null : new Date(expiresAt)
    if (ends && ends <= planned)
      fail('invalid', { fieldErrors: { expiresAt: msg({ message: 'Choose a time after the issue is published.' }) } })
    refuseNames(scope, before.content)
    await refuseIncomplete(tx, before.content)
    await setPlan(tx, id, { at: planned, expiresAt: ends })
    tx.audit('news.planned', id, { title: before.content.title, at: planned.toISOString() })
  })
  return readIssue(scope, kernel, id)
}

/** Publishes the issues whose time has come, each as it is written now. Two processes publish each once. */
export async function publishPlanned(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('issues of every organization are published at their time')
  for (const { orgId, id } of await plannedBy(system, { now: kernel.world.now(), most: MOST })) {
    try {
      await publishOne(kernel, orgId, id)
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId, issue: id }, 'news: could not publish an issue, trying again')
    }
  }
}

async function publishOne(kernel: Kernel, orgId: string, id: string): Promise<void> {
  const organization = await rememberedOrganization(kernel, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'news' }, `news-${orgId.slice(0, 8)}`)
  await scope.tx(async (tx) => {
    const issue = await lockIssue(tx, id)
    // Another process was faster, or a member canceled it.
    if (!issue?.planAt || issue.planAt > tx.world.now()) return
    try {
      await refuseIncomplete(tx, issue.content)
    } catch (error) {
      if (codeOfError(error) !== 'news_incomplete') throw error
      await failPlan(tx, id)
      tx.audit('news.plan-failed', id, { title: issue.content.title })
      return
    }
    await show(tx, issue, {
      expiresAt: issue.planExpiresAt,
      by: issue.planBy,
      publicUrl: kernel.config.publicUrl,
    })
  })
  forgetPages(kernel, orgId)
}

function isDay(local: string): boolean {
  const at = new Date(`${local}:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
}
