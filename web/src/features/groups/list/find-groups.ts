import type { GroupValue } from '@crewline/contract/groups'

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** Returns the groups whose name has every word of a search, by name. */
export function findGroups(groups: readonly GroupValue[], search: string): GroupValue[] {
  const terms = plain(search).split(/\s+/).filter(Boolean)
  return groups.filter(({ name }) => terms.every((term) => plain(name).includes(term)))
}
