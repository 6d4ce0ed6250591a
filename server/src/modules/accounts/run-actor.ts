import type { Kernel } from '../../kernel/kernel.ts'
import type { RunMember } from '../../kernel/runs/define.ts'
import type { OrgSummary } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { activeMember } from './views.ts'

/** Returns the organization of a run and its member as they are now; no member when the user is not active in it. */
export async function readRunActor(
  kernel: Kernel,
  { orgId, userId }: { orgId: string; userId: string | null },
): Promise<{ org: OrgSummary; member?: RunMember }> {
  const db = kernel.database.ofOrg(orgId)
  const system = kernel.database.asSystem('a member by a grant is one while they are a member of the parent')
  const [{ organization }, member] = await Promise.all([
    organizationOf(db, orgId),
    userId === null ? undefined : activeMember(system, { orgId, userId }),
  ])
  return { org: organization, ...(member ? { member } : {}) }
}
