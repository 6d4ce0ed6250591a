import { fieldsOf, maySeeSensitive, type FieldRule } from '../../fields/index.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Returns the custom fields a column can map to, without those the actor may not see. */
export async function visibleFields(scope: Scope): Promise<FieldRule[]> {
  const fields = await fieldsOf(scope.db)
  return fields.filter((field) => !field.sensitive || maySeeSensitive(scope))
}
