import type { Replacement } from '@crewline/contract/imports'
import { checkCustom, hasOptions, type FieldRule } from '../../fields/index.ts'
import { nearestLabel } from './nearest-rules.ts'
import type { StoredColumn } from './plan.ts'

/** Returns the value of a cell with the replacements of its column applied, to each part where a field has many choices. */
export function replaced(cell: string, { replacements = [] }: StoredColumn, field: FieldRule): string | string[] {
  if (replacements.length === 0 || !hasOptions(field.type)) return cell
  const byValue = new Map(replacements.map(({ value, choice }) => [comparable(value), choice]))
  const whole = byValue.get(comparable(cell))
  if (whole !== undefined) return whole
  if (field.type === 'select') return cell
  return partsOf(cell).map((part) => byValue.get(comparable(part)) ?? part)
}

/** Returns the choice that is closest to the first value a field does not know; null when none is close. */
export function suggestionFor(value: string | string[], field: FieldRule): Replacement | null {
  if (!hasOptions(field.type)) return null
  const parts = field.type === 'select' ? [value].flat() : [value].flat().flatMap(partsOf)
  const unknown = parts.find((part) => !isKnown(part, field))?.trim()
  if (unknown === undefined || unknown === '' || unknown.length > 200) return null
  const labels = field.options.filter((option) => !option.archived).map((option) => option.label)
  const choice = nearestLabel(unknown, labels)
  return choice === undefined ? null : { value: unknown.replace(/\s+/g, ' '), choice }
}

function isKnown(part: string, field: FieldRule): boolean {
  const value = field.type === 'select' ? part : [part]
  const { errors } = checkCustom([field], { [field.key]: value }, { country: 'US', partial: true })
  return Object.keys(errors).length === 0
}

function partsOf(cell: string): string[] {
  return cell
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
}

function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
