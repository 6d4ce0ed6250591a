import { apiKeyReader, effectiveScope } from '../http/session-gate.ts'
import type { ClaimedJob } from '../jobs/queues.ts'
import type { Kernel } from '../kernel.ts'
import { definePort } from '../ports.ts'
import { makeScope, type Actor, type OrgSummary } from '../scope.ts'
import type { RunDefinition, RunInProgress, RunMember } from './define.ts'

/** Provided by accounts: the organization of a run and, if its user is an active member, the membership as it is now. */
export const runActorReader =
  definePort<
    (kernel: Kernel, run: { orgId: string; userId: string | null }) => Promise<{ org: OrgSummary; member?: RunMember }>
  >('runActorReader')

/** Opens the scope of a run for its actor as they are now. */
export async function openRun(
  kernel: Kernel,
  definition: RunDefinition,
  { job, signal }: { job: ClaimedJob; signal: AbortSignal },
): Promise<RunInProgress> {
  const { orgId, runId: id } = job.data
  const started = await readActor(kernel, { orgId, userId: job.data.userId })
  // Handed over since the job was added.
  const heir =
    started.userId !== null && !started.stored && (await definition.actsFor?.(kernel.database.ofOrg(orgId), id))
  const { org, stored, userId } = heir ? await readActor(kernel, { orgId, userId: heir }) : started
  const member = stored && { ...stored, scope: effectiveScope(stored) }
  const actor: Actor = member
    ? { kind: 'member', ...member, scope: definition.isUnlimited ? 'all' : member.scope, sessionId: '' }
    : { kind: 'system', reason: definition.name }
  const scope = makeScope(kernel, org, actor, `${definition.name}-${id}`)
  return { id, orgId, kernel, scope, userId, member, signal }
}

async function readActor(
  kernel: Kernel,
  run: { orgId: string; userId: string | null },
): Promise<{ org: OrgSummary; stored: RunMember | undefined; userId: string | null }> {
  const { orgId, userId } = run
  const { org, member } = await runActorReader.get()(kernel, run)
  const stored = member ?? (userId === null ? undefined : await apiKeyReader.get().ofUser(kernel, { orgId, userId }))
  return { org, stored, userId }
}
