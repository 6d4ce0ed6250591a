import { useMemo } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { useGroupValues } from '../../groups/index.ts'
import { useLinesQuery } from '../../lines/index.ts'

/** Returns the names of groups and numbers by id, as far as the member may see them. */
export function useNames(): ReadonlyMap<string, string> {
  const canReadGroups = useCan('groups.read')
  const { data: groups } = useGroupValues({ skip: !canReadGroups })
  const canManageLines = useCan('lines.manage')
  const { data: lines } = useLinesQuery(undefined, { skip: !canManageLines })
  return useMemo(
    () =>
      new Map([
        ...(groups ?? []).map(({ id, name }) => [id, name] as const),
        ...(lines?.lines ?? []).map(({ id, label, phoneDisplay }) => [id, label || phoneDisplay] as const),
      ]),
    [groups, lines],
  )
}
