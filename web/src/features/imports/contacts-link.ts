import type { Import } from '@crewline/contract/imports'

/** Returns the link to the contacts that an import added, or to all contacts when it added none. */
export function contactsLink({ id, result }: Pick<Import, 'id' | 'result'>): string {
  if (!result || result.added === 0) return '/dashboard/contacts'
  const children = [{ field: 'import', cmp: 'in', value: [id] }]
  return `/dashboard/contacts?${new URLSearchParams({ filters: JSON.stringify({ op: 'and', children }) }).toString()}`
}
