import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { useInheritedCalendarQuery, type InheritedCalendar } from '../calendar-api.ts'

/** Returns what the parent organization shares of its hours or holidays with this one, if it shares them. */
export function useInherited(kind: 'hours' | 'holidays'): {
  inherited: NonNullable<InheritedCalendar['hours']> | undefined
  /** Until then it is not known who sets them. */
  isLoading: boolean
} {
  const canManage = useCan('organization.manage')
  const hasParent = useSession(({ auth }) => Boolean(auth.organization?.parentOrganizationId))
  const { data, isLoading } = useInheritedCalendarQuery(undefined, { skip: !canManage || !hasParent })
  return { inherited: data?.[kind] ?? undefined, isLoading }
}
