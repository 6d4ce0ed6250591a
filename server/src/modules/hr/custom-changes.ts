import type { Contact, CustomValue } from '@crewline/contract/contacts'
import type { HrRow } from '@crewline/contract/hr'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { columnOf } from '../contacts/index.ts'
import { maySeeSensitive, type FieldRule } from '../fields/index.ts'
import { customName } from './custom-rules.ts'

/** The changes of custom fields; what only some members may see is hidden from others. */
export function customChanges(
  scope: Scope,
  { draft, before }: { draft: Record<string, unknown> | null; before: Record<string, unknown> | null },
  fields: readonly FieldRule[],
): HrRow['changes'] {
  const [after = {}, former = {}] = [draft?.['custom'], before?.['custom']] as Partial<Record<string, CustomValue>>[]
  const placeOf = (key: string) => fields.findIndex((candidate) => candidate.key === key)
  const inOrder = Object.keys(after).toSorted((first, second) => placeOf(first) - placeOf(second))
  return inOrder.map((key) => {
    const field = fields.find((candidate) => candidate.key === key)
    const isHidden = field?.sensitive && !maySeeSensitive(scope)
    const shown = (value: CustomValue | null | undefined) => {
      if (value === undefined || value === null) return ''
      const column = isHidden ? undefined : columnOf(customName(key), fields, languageOf(scope))
      return column?.cell({ customFields: { [key]: value } } as unknown as Contact) ?? '•••'
    }
    return { field: customName(key), label: field?.name ?? key, before: shown(former[key]), after: shown(after[key]) }
  })
}
