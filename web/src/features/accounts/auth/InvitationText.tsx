import { Trans } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useRoleNames } from './useRoleNames.ts'

/** What an invitation says. */
export type Invitation = Reply<'readInvitation'>

/** Who invites where, in one sentence. */
export function InvitationText({ inviterName, organizationName, role }: Invitation) {
  const roleName = useRoleNames()[role]
  return (
    <Trans>
      <bdi>{inviterName}</bdi> invited you to <strong dir="auto">{organizationName}</strong> as {roleName}.
    </Trans>
  )
}
