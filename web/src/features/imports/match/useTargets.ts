import type { FieldType } from '@crewline/contract/fields'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { useContactFieldNames, useCustomFields } from '../../fields/index.ts'
import { DATE_TARGETS, GROUPS_TARGET, TARGET_GROUPS, type StandardTarget } from './targets.ts'

/** The value of "do not import" in the list of targets. */
export const NOWHERE = ''
/** The value of "new field" in the list of targets. */
export const NEW_FIELD = '+'

/** The column targets, in named groups. */
export interface Targets {
  groups: { group: string; items: { value: string; label: string }[] }[]
  nameOf: (target: string) => string
  /** The names of existing fields, which a new field cannot have. */
  fieldNames: string[]
  /** The targets that are dates. */
  dateTargets: ReadonlySet<string>
}

function useStandardNames(): Record<StandardTarget, string> {
  const { t } = useLingui()
  const names = useContactFieldNames()
  return { ...names, fullname: t`Full name`, shift: t`Shift` }
}

/** Returns every target by name: standard fields, custom fields, groups, a new field, no import. */
export function useTargets(): Targets {
  const { t } = useLingui()
  const names = useStandardNames()
  const canAdd = useCan('fields.manage')
  const fields = useCustomFields()
  return useMemo(() => {
    const custom = fields.map(({ key, name }) => ({ value: `custom.${key}`, label: name }))
    const standard = (group: keyof typeof TARGET_GROUPS) =>
      TARGET_GROUPS[group].map((value) => ({ value, label: names[value] }))
    const all = new Map([...Object.entries(names), ...custom.map(({ value, label }) => [value, label] as const)])
    all.set(GROUPS_TARGET, t`Groups`)
    const newFieldOption = canAdd ? [{ value: NEW_FIELD, label: t`+ New field` }] : []
    return {
      groups: [
        { group: '', items: [{ value: NOWHERE, label: t`Don't import` }] },
        { group: t`Name`, items: standard('name') },
        { group: t`Contact`, items: standard('contact') },
        { group: t`Work`, items: standard('work') },
        { group: t`Custom fields`, items: [...custom, ...newFieldOption] },
        { group: t`Groups`, items: [{ value: GROUPS_TARGET, label: t`Groups` }] },
      ].filter(({ items }) => items.length > 0),
      nameOf: (target) => all.get(target) ?? target,
      fieldNames: custom.map(({ label }) => label),
      dateTargets: new Set([
        ...DATE_TARGETS,
        ...fields.filter(({ type }) => type === 'date').map(({ key }) => `custom.${key}`),
      ]),
    }
    // The names change only with the language, and so does `t`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [t, fields, canAdd])
}

/** Returns the types of field that can be added during matching, by name. */
export function useFieldTypes(): { value: FieldType; label: string }[] {
  const { t } = useLingui()
  return [
    { value: 'text', label: t`Text` },
    { value: 'number', label: t`Number` },
    { value: 'date', label: t`Date` },
    { value: 'select', label: t`Single choice` },
    { value: 'multiselect', label: t`Multiple choices` },
    { value: 'boolean', label: t`Yes or no` },
    { value: 'longtext', label: t`Long text` },
    { value: 'phone', label: t`Phone number` },
    { value: 'email', label: t`Email` },
    { value: 'url', label: t`Link` },
  ]
}
