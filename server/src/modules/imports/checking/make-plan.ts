import { ImportOptions } from '@crewline/contract/imports'
import { visibleFields } from '../matching/visible-fields.ts'
import type { Importer } from '../actor.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { FieldRule } from '../../fields/index.ts'
import { shiftsByName } from '../../shifts/index.ts'
import { groupNames } from '../../team/index.ts'
import type { StoredImport } from '../store/imports.ts'
import { firstCells } from '../row-views.ts'
import { dateOrderOf } from './date-rules.ts'
import type { CheckPlan, StoredColumn } from './plan.ts'

/** Rows sampled to detect the date order of a column. */
const SAMPLE_ROWS = 2000

/** Returns whether a column goes to a date: a standard one, or a custom field that is a date. */
export function isDated(
  { target, newField }: Pick<StoredColumn, 'target' | 'newField'>,
  fields: readonly FieldRule[],
): boolean {
  if (newField) return newField.type === 'date'
  if (target === 'hireDate' || target === 'birthday') return true
  return fields.some(({ key, type }) => type === 'date' && target === `custom.${key}`)
}

/** Adds the date order to each date column. */
export async function withDateOrders(
  scope: Scope,
  importId: string,
  columns: StoredColumn[],
  { country, fields }: { country: string; fields: readonly FieldRule[] },
): Promise<StoredColumn[]> {
  if (!columns.some((column) => isDated(column, fields))) return columns
  const rows = await firstCells(scope.db, importId, SAMPLE_ROWS)
  return columns.map((column) =>
    isDated(column, fields)
      ? {
          ...column,
          readOrder:
            column.dateOrder ??
            dateOrderOf(
              rows.map((cells) => cells[column.index] ?? ''),
              country,
            ),
        }
      : column,
  )
}

/** Builds the plan that the rows of an import are read with. */
export async function planOf(
  { scope }: Pick<Importer, 'scope'>,
  storedImport: Pick<StoredImport, 'columns' | 'options'>,
): Promise<CheckPlan> {
  const options = ImportOptions.parse(storedImport.options)
  return {
    columns: storedImport.columns,
    options,
    country: options.country ?? scope.org.country,
    fields: await visibleFields(scope),
    shifts: await shiftsByName(scope.db),
    thisYear: scope.world.now().getUTCFullYear(),
  }
}

/** Returns the lower-cased names of the groups that every row of an import is added to. */
export async function optionGroupNames(scope: Scope, options: CheckPlan['options']): Promise<string[]> {
  if (options.groupIds.length === 0) return []
  const groups = await groupNames.get()(scope.db, scope.orgId, options.groupIds)
  return groups.map((group) => group.name.toLowerCase())
}
