import type { BodyOf } from '@crewline/contract/endpoint'
import { groupsNamed, idsNamed, rulesOf, type Rule } from '@crewline/contract/filters'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { msg } from '@crewline/contract/localized-text'
import type { createRecordExport } from '@crewline/contract/records'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { compileFilter, filterContext } from '../audience/index.ts'
import { fieldsOf } from '../fields/index.ts'
import type { StoredChoice } from './rules.ts'
import { areKnown, namesOfChoice, type Coverage } from './views.ts'

/**
 * Reads whom a new export covers, and how that is written down. Fails with `not_found` for contacts, groups and holds that
 * do not exist, and with a sentence beside each rule of a filter that cannot be read.
 */
export async function choosePeople(
  scope: Scope,
  { covers, contactIds, groupIds, holdId, filter }: BodyOf<typeof createRecordExport>,
): Promise<{ coverage: Coverage; chosen: StoredChoice }> {
  if (!(await areKnown(scope.db, { contactIds, groupIds, holdId }))) fail('not_found')
  const kept = covers === 'filter' ? filter : undefined
  const rules = kept ? rulesOf(kept) : []
  // Without a rule it would match everyone, which is another choice.
  if (covers === 'filter' && rules.length === 0)
    fail('invalid', { fieldErrors: { filter: msg({ message: 'Add at least one condition.' }) } })
  const matches = kept && compileFilter(kept, await filterContext(scope, kept))
  const fields = rules.length > 0 ? await fieldsRead(scope, rules) : []
  const names = await namesOfChoice(scope.db, {
    groupIds: covers === 'groups' ? groupIds : kept ? groupsNamed(kept) : [],
    shiftIds: kept ? idsNamed(kept, 'shift') : [],
    importIds: kept ? idsNamed(kept, 'import') : [],
    holdId: covers === 'hold' ? holdId : undefined,
  })
  return {
    coverage: { covers, contactIds, groupIds, holdId, matches },
    chosen: {
      covers,
      ...names,
      filter: kept ?? null,
      fields,
    },
  }
}

/** Returns the custom fields that rules read, with the options that they name. */
async function fieldsRead(scope: Scope, rules: Rule[]): Promise<StoredChoice['fields']> {
  if (!rules.some(({ field }) => field.startsWith(CUSTOM_PREFIX))) return []
  const fields = await fieldsOf(scope.db, scope.orgId)
  return fields.flatMap(({ key, name: label, options, sensitive: isSensitive }) => {
    const name = CUSTOM_PREFIX + key
    const own = rules.filter(({ field }) => field === name)
    const values = new Set(own.flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value])))
    const used = options.filter(({ id }) => values.has(id)).map((option) => ({ id: option.id, label: option.label }))
    return own.length > 0 ? [{ name, label, options: used, isSensitive }] : []
  })
}
