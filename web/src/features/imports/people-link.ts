import type { Import } from '@crewline/contract/imports'

/** The list of those an import added; everybody where it added nobody. */
export function peopleLink({ id, result }: Pick<Import, 'id' | 'result'>): string {
  if (!result || result.added === 0) return '/dashboard/contacts'
  const children = [{ field: 'import', cmp: 'in', value: [id] }]
  return `/dashboard/contacts?${new URLSearchParams({ filters: JSON.stringify({ op: 'and', children }) }).toString()}`
}
