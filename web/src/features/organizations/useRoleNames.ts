import type { Role } from '@crewline/contract/permissions'
import { useLingui } from '@lingui/react/macro'
import type { z } from 'zod'

/** Returns the name of each role. */
export function useRoleNames(): Record<z.infer<typeof Role>, string> {
  const { t } = useLingui()
  return {
    owner: t`Owner`,
    admin: t`Admin`,
    manager: t`Manager`,
    agent: t`Agent`,
    author: t`Author`,
    viewer: t`Viewer`,
  }
}
