import type { Use } from '@crewline/contract/fields'
import { plural } from '@lingui/core/macro'

/** Counts the uses of a field by kind: "2 groups, 1 saved reply". Empty for none. */
export function describeUses(uses: readonly Use[]): string {
  const count = (type: Use['type']) => uses.filter((use) => use.type === type).length
  const texts: Record<Use['type'], string> = {
    group: plural(count('group'), { one: '# group', other: '# groups' }),
    reply: plural(count('reply'), { one: '# saved reply', other: '# saved replies' }),
    view: plural(count('view'), { one: '# saved view', other: '# saved views' }),
    inbox_view: plural(count('inbox_view'), { one: '# inbox view', other: '# inbox views' }),
    member: plural(count('member'), { one: '# teammate', other: '# teammates' }),
    field: plural(count('field'), { one: '# field', other: '# fields' }),
    import: plural(count('import'), { one: '# import', other: '# imports' }),
    broadcast: plural(count('broadcast'), { one: '# broadcast', other: '# broadcasts' }),
    celebration: plural(count('celebration'), { one: '# celebration', other: '# celebrations' }),
    form: plural(count('form'), { one: '# form', other: '# forms' }),
    opt_in_page: plural(count('opt_in_page'), { one: '# opt-in page', other: '# opt-in pages' }),
    hr: plural(count('hr'), { one: '# HR system', other: '# HR systems' }),
    webhook: plural(count('webhook'), { one: '# webhook', other: '# webhooks' }),
    chat_channel: plural(count('chat_channel'), { one: '# chat channel', other: '# chat channels' }),
    single_sign_on: plural(count('single_sign_on'), {
      one: '# rule of single sign-on',
      other: '# rules of single sign-on',
    }),
  }
  return (Object.keys(texts) as Use['type'][])
    .filter((type) => count(type) > 0)
    .map((type) => texts[type])
    .join(', ')
}
