// Owns the custom fields: what an organization stores about its contacts beyond the standard fields. Publishes
// `field.changed`. Must never depend on contacts: the values are stored there.
import { defineModule } from '../../kernel/module.ts'
import { crons } from './purge.ts'
import { routes } from './routes.ts'

export { addField, FIELDS_MAX } from './add-field.ts'
export { checkCustom } from './check-values.ts'
export { FieldChanged } from './events.ts'
export { fieldToHandDown, keepManagedField, releaseField } from './managed.ts'
export { fieldValues, heldFields, type FieldValues, type Shape } from './ports.ts'
export { isReserved, keyNumber, keyOf } from './keys.ts'
export { hasOptions, visibleValues, type FieldRule } from './rules.ts'
export { fieldsForWriting, findUniqueConflicts } from './unique-values.ts'
export { fieldsOf, maySeeSensitive } from './views.ts'

export const module = defineModule({ name: 'fields', owns: ['custom_field'], routes, crons })
