import { useLingui } from '@lingui/react/macro'
import type { FieldSection, FilterField } from './filter-field.ts'

/** One heading of the field menu, with its fields. */
export interface Section {
  name: string
  fields: FilterField[]
}

const order: FieldSection[] = ['work', 'person', 'texting', 'custom', 'record']

/** Groups the fields under their menu headings; omits empty ones. */
export function useSections(fields: readonly FilterField[]): Section[] {
  const { t } = useLingui()
  const names: Record<FieldSection, string> = {
    work: t`Work`,
    person: t`Personal details`,
    texting: t`Groups and texts`,
    custom: t`Custom fields`,
    record: t`Record`,
  }
  return order
    .map((section) => ({ name: names[section], fields: fields.filter((field) => field.section === section) }))
    .filter((section) => section.fields.length > 0)
}
