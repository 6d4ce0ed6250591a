import type { Use } from '@crewline/contract/fields'
import { plural } from '@lingui/core/macro'

/** Counts the uses of a field by kind: "2 groups, 1 saved reply". Empty for none. */
export function describeUses(uses: readonly Use[]): string {
  const count = (type: Use['type']) => uses.filter((use) => use.type === type).length
  const texts: Record<Use['type'], string> = {
    group: plural(count('group'), { one: '# group', other: '# groups' }),
    reply: plural(count('reply'), { one: '# saved reply', other: '# saved replies' }),
    view: plural(count('view'), { one: '# saved view', other: '# saved views' }),
    member: plural(count('member'), { one: '# teammate', other: '# teammates' }),
    field: plural(count('field'), { one: '# field', other: '# fields' }),
    import: plural(count('import'), { one: '# import', other: '# imports' }),
    celebration: plural(count('celebration'), { one: '# celebration', other: '# celebrations' }),
  }
  return (Object.keys(texts) as Use['type'][])
    .filter((type) => count(type) > 0)
    .map((type) => texts[type])
    .join(', ')
}

/** Returns the path where a use of a field can be edited. */
export function pathOf({ type, id }: Use): string {
  const paths: Record<Use['type'], string> = {
    group: `/dashboard/groups/${id}`,
    reply: '/dashboard/settings?tab=replies',
    view: `/dashboard/contacts?open=${id}`,
    member: '/dashboard/team',
    field: `/dashboard/contacts/fields?field=${id}`,
    import: `/dashboard/contacts/import/${id}`,
    celebration: `/dashboard/apps/birthday/${id}`,
  }
  return paths[type]
}
