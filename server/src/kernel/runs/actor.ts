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
  const { orgId, runId: id, userId } = job.data
  const { org, member: found } = await runActorReader.get()(kernel, { orgId, userId })
  const stored = found ?? (userId === null ? undefined : await apiKeyReader.get().ofUser(kernel, { orgId, userId }))
  const member = stored && { ...stored, scope: effectiveScope(stored) }
  const actor: Actor = member
    ? { kind: 'member', ...member, scope: definition.isUnlimited ? 'all' : member.scope, sessionId: '' }
    : { kind: 'system', reason: definition.name }
  const scope = makeScope(kernel, org, actor, `${definition.name}-${id}`)
  return { id, orgId, kernel, scope, userId, member, signal }
}
