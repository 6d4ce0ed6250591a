import { useLingui } from '@lingui/react/macro'
import type { FieldSection, FilterField } from './filter-field.ts'

/** One heading of the menu of fields, with what stands under it. */
export interface Section {
  name: string
  fields: FilterField[]
}

const order: FieldSection[] = ['work', 'person', 'texting', 'custom', 'record']

/** The fields under their headings, as menus show them; headings without a field are left out. */
export function useSections(fields: readonly FilterField[]): Section[] {
  const { t } = useLingui()
  const names: Record<FieldSection, string> = {
    work: t`Work`,
    person: t`Person`,
    texting: t`Groups and texts`,
    custom: t`Your fields`,
    record: t`Record`,
  }
  return order
    .map((section) => ({ name: names[section], fields: fields.filter((field) => field.section === section) }))
    .filter((section) => section.fields.length > 0)
}
