// Owns the custom fields: what an organization keeps about its workers besides what everybody has.
// Tells `field.changed`.
// Must never know a worker: values stand in the contact.
import { defineRoom } from '../../kernel/room.ts'
import { crons } from './purge.ts'
import { routes } from './routes.ts'

export { addField, FIELDS_MAX } from './add-field.ts'
export { checkCustom } from './check-values.ts'
export { FieldChanged } from './facts.ts'
export { fieldToHandDown, keepManagedField, releaseField } from './managed.ts'
export { fieldUses, fieldValues, type FieldValues, type Shape, type SoughtField } from './plugs.ts'
export { isReserved, keyNumber, keyOf } from './keys.ts'
export { hasOptions, visibleValues, type FieldRule } from './rules.ts'
export { fieldsForWriting, takenUnique } from './unique-values.ts'
export { fieldsOf, maySeeSensitive } from './views.ts'

export const room = defineRoom({ name: 'fields', owns: ['custom_field'], routes, crons })
