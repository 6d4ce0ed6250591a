import type { GroupValue } from '@crewline/contract/groups'

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** The groups whose name has every word of a search, by name. */
export function findGroups(groups: readonly GroupValue[], search: string): GroupValue[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return groups.filter(({ name }) => words.every((word) => plain(name).includes(word)))
}
