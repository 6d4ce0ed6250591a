import { useCan } from '../../shared/lib/session/select.ts'
import { useHrStateQuery } from './api.ts'
import { hrNeed, type HrNeed } from './hr-need.ts'

/** Returns what the HR system needs from this member; undefined for members who may not manage it. */
export function useHrNeed(): HrNeed | undefined {
  const canManage = useCan('organization.manage')
  const { data } = useHrStateQuery(undefined, { skip: !canManage, refetchOnMountOrArgChange: 30 })
  return canManage && data ? hrNeed(data) : undefined
}
