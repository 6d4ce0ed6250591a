import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** The ten types a custom field can have. */
export const FieldType = z.enum([
  'text',
  'longtext',
  'number',
  'date',
  'boolean',
  'select',
  'multiselect',
  'phone',
  'email',
  'url',
])
export type FieldType = z.infer<typeof FieldType>

/** One option of a select field; an archived option stays on contacts who have it and is no longer offered. */
export const FieldOption = z.strictObject({
  id: z.string().regex(/^[\w-]{1,40}$/, 'Use letters, digits, _ and -.'),
  label: oneLine(60).min(1),
  color: z
    .string()
    .regex(/^[a-z]{1,20}$/, 'Choose a color.')
    .default('gray'),
  archived: z.boolean().default(false),
})
export type FieldOption = z.infer<typeof FieldOption>

/** Something that uses a field or a group and would break if it were removed. */
export const Use = z.object({
  type: z.enum([
    'group',
    'reply',
    'view',
    'inbox_view',
    'member',
    'field',
    'import',
    'broadcast',
    'celebration',
    'form',
    'opt_in_page',
    'hr',
    'webhook',
    'chat_channel',
    'single_sign_on',
  ]),
  id: z.string(),
  name: z.string(),
})
export type Use = z.infer<typeof Use>

/** A field an organization keeps about its contacts. A contact stores the values by `key`, which never changes. */
export const CustomField = z.object({
  id: Id,
  name: z.string(),
  key: z.string(),
  type: FieldType,
  options: z.array(FieldOption),
  required: z.boolean(),
  unique: z.boolean(),
  sensitive: z.boolean().describe('Only members with permission for sensitive fields see its values.'),
  fallback: z.string().describe('What a merge field inserts for a contact without a value.'),
  source: z.enum(['user', 'hris', 'parent']),
  managedBy: z
    .string()
    .nullable()
    .describe('The organization that manages it; null for this one. A field managed by a parent is read-only here.'),
  showInList: z.boolean(),
  portal: z.enum(['hidden', 'read', 'edit']),
  position: z.number().int(),
  valueCount: z.number().int().optional().describe('How many contacts have a value, if counted.'),
  usedBy: z.array(Use).optional().describe('What uses it, if requested.'),
  createdAt: Instant,
  deletedAt: Instant.nullable().describe('When it was deleted; it can be restored for 30 days.'),
})
export type CustomField = z.infer<typeof CustomField>

const parts = {
  name: oneLine(36).min(1),
  options: z.array(FieldOption).max(100),
  required: z.boolean(),
  unique: z.boolean(),
  sensitive: z.boolean(),
  fallback: oneLine(60),
  showInList: z.boolean(),
  portal: z.enum(['hidden', 'read', 'edit']),
}

export const customFields = endpoint({
  method: 'GET',
  path: '/custom-fields',
  summary:
    'Lists every custom field in order. `deleted` returns those that can still be restored; `uses` adds where each is used and how many contacts have a value.',
  can: 'contacts.read',
  query: z.object({ deleted: z.stringbool().default(false), uses: z.stringbool().default(false) }),
  reply: ok({ customFields: z.array(CustomField) }),
})

export const customFieldPage = endpoint({
  method: 'GET',
  path: '/custom-fields/paginated',
  summary: 'Lists custom fields, one page at a time.',
  can: 'contacts.read',
  query: z.object({
    ...pageQuery,
    search: z.string().trim().max(100).default(''),
    sort: z.enum(['position', 'name', 'type', 'createdAt']).default('position'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: ok({ ...pageOf(CustomField), total: z.number().int() }),
})

export const createCustomField = endpoint({
  method: 'POST',
  path: '/custom-fields',
  summary: 'Creates a custom field, at most 100. Its key is derived from the name unless given.',
  can: 'fields.manage',
  fails: ['name_taken', 'too_many'],
  body: z.strictObject({
    ...z.strictObject(parts).partial().shape,
    name: parts.name,
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,35}$/, 'Use lowercase letters, digits and _, starting with a letter.')
      .optional(),
    type: FieldType,
  }),
  reply: ok({ customField: CustomField }),
})

export const editCustomField = endpoint({
  method: 'PATCH',
  path: '/custom-fields/{id}',
  summary: 'Updates a custom field. Its type can only be widened (any type to text, one choice to several).',
  can: 'fields.manage',
  fails: ['name_taken', 'managed_elsewhere', 'field_in_use'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    ...z.strictObject(parts).partial().shape,
    type: FieldType.optional(),
    position: z.number().int().min(0).max(200).optional(),
  }),
  reply: ok({ customField: CustomField }),
})

export const deleteCustomField = endpoint({
  method: 'DELETE',
  path: '/custom-fields/{id}',
  summary: 'Deletes a custom field that is not in use. Its values are kept for 30 days.',
  can: 'fields.manage',
  fails: ['managed_elsewhere', 'field_in_use'],
  params: z.object({ id: Id }),
  reply: ok({}),
})

export const restoreCustomField = endpoint({
  method: 'POST',
  path: '/custom-fields/{id}/restore',
  summary: 'Restores a deleted custom field with its values.',
  can: 'fields.manage',
  fails: ['too_many', 'managed_elsewhere', 'cannot_restore'],
  params: z.object({ id: Id }),
  reply: ok({ customField: CustomField }),
})

export const customFieldRemovable = endpoint({
  method: 'GET',
  path: '/custom-fields/{id}/is-removable',
  summary: 'Returns whether a custom field can be deleted, and if not, what uses it.',
  can: 'contacts.read',
  params: z.object({ id: Id }),
  reply: ok({ removable: z.boolean(), usedBy: z.array(Use) }),
})
