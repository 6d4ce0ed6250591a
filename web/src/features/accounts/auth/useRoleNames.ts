import { useLingui } from '@lingui/react/macro'
import type { MemberRole } from '@crewline/contract/permissions'

/** Returns the names of the roles. */
export function useRoleNames(): Record<MemberRole, string> {
  const { t } = useLingui()
  return {
    owner: t`Owner`,
    admin: t`Admin`,
    manager: t`Manager`,
    agent: t`Agent`,
    author: t`Author`,
    viewer: t`Viewer`,
    custom: t`Custom role`,
  }
}
