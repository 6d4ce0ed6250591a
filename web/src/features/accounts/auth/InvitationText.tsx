import { Trans } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useRoleNames } from './useRoleNames.ts'

export type Invitation = Reply<'readInvitation'>

/** Names the inviter, the organization and the role in one sentence. */
export function InvitationText({ inviterName, organizationName, role, roleName: customName }: Invitation) {
  const names = useRoleNames()
  const roleName = customName ?? names[role]
  return (
    <Trans>
      <bdi>{inviterName}</bdi> invited you to <strong dir="auto">{organizationName}</strong> as {roleName}.
    </Trans>
  )
}
