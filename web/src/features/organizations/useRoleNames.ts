import type { MemberRole } from '@crewline/contract/permissions'
import { useLingui } from '@lingui/react/macro'

/** Returns the name of each role. */
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
