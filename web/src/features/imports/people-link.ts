import type { Import } from '@crewline/contract/imports'

/** The day of a moment in a zone, as YYYY-MM-DD. */
function dayOf(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(moment))
}

/** The list of contacts as far as a filter can say who came with an import: those from files of that day, else everybody. */
export function peopleLink({ result, finishedAt }: Pick<Import, 'result' | 'finishedAt'>, timeZone: string): string {
  if (!finishedAt || !result || result.added === 0) return '/dashboard/contacts'
  const children = [
    { field: 'source', cmp: 'in', value: ['import'] },
    { field: 'createdAt', cmp: 'on', value: dayOf(finishedAt, timeZone) },
  ]
  return `/dashboard/contacts?${new URLSearchParams({ filters: JSON.stringify({ op: 'and', children }) }).toString()}`
}
