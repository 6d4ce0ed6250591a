import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { useInheritedCalendarQuery, type InheritedCalendar } from '../calendar-api.ts'

/** Returns what the parent organization shares of its hours or holidays with this one, if it shares them. */
export function useInherited(kind: 'hours' | 'holidays'): NonNullable<InheritedCalendar['hours']> | undefined {
  const canManage = useCan('organization.manage')
  const hasParent = useSession(({ auth }) => Boolean(auth.organization?.parentOrganizationId))
  const { data } = useInheritedCalendarQuery(undefined, { skip: !canManage || !hasParent })
  return data?.[kind] ?? undefined
}
