import { fieldsOf, maySeeSensitive, type FieldRule } from '../../fields/index.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The custom fields a column may go to, but those whose values the actor may not see. */
export async function visibleFields(scope: Scope): Promise<FieldRule[]> {
  const fields = await fieldsOf(scope.db)
  return fields.filter((field) => !field.sensitive || maySeeSensitive(scope))
}
