import { z } from 'zod'
import { FieldType } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { IMPORT_REPLACEMENTS_MAX } from './contact-columns.ts'
import { oneLine } from './one-line.ts'

/** The state of an import. Reading, checking, running and undoing happen in the background. */
export const ImportState = z.enum([
  'reading',
  'matching',
  'checking',
  'checked',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
])
export type ImportState = z.infer<typeof ImportState>

/**
 * The target of a column: a standard field by name, `fullname` for first and last name in one, a custom field as
 * `custom.` plus its key, `shift` by the name of the shift, `groups`, or null to ignore the column.
 */
export const ImportTarget = z.string().min(1).max(60).nullable()

/** How a column writes dates with slashes: month first or day first. */
export const DateOrder = z.enum(['mdy', 'dmy'])
export type DateOrder = z.infer<typeof DateOrder>

/** A value of a column, and the choice of the field that replaces it in all rows. */
export const Replacement = z.strictObject({ value: oneLine(200).min(1), choice: oneLine(200).min(1) })
export type Replacement = z.infer<typeof Replacement>

/** A column of the file. */
export const ImportColumn = z.object({
  index: z.number().int(),
  header: z.string(),
  samples: z.array(z.string()).describe('The first three values.'),
  target: ImportTarget,
  newField: z
    .object({ name: z.string(), type: FieldType })
    .nullable()
    .describe('A custom field to create when the import runs.'),
  fixCapitals: z.boolean(),
  hasMixedDates: z
    .boolean()
    .describe('Some dates begin with the month and others with the day, so that the rest can be read both ways.'),
  dateOrder: DateOrder.nullable().describe('How a member says that dates which can be read both ways are meant.'),
  replacements: z.array(Replacement).describe('Values that a member replaced by a choice of the field.'),
  fit: z
    .object({ good: z.number().int(), bad: z.number().int(), empty: z.number().int() })
    .nullable()
    .describe('How many values fit the target and how many do not.'),
  matchedBy: z.enum(['remembered', 'header', 'content']).nullable().describe('How it was matched automatically.'),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** Options that apply to all rows. */
export const ImportOptions = z.strictObject({
  country: z.string().length(2).optional().describe('ISO 3166; the country of numbers without a country code.'),
  language: oneLine(35).default('en'),
  known: z
    .enum(['update', 'skip'])
    .default('update')
    .describe('What to do with contacts that already exist by number or employee id.'),
  emptyClears: z.boolean().default(false).describe('Whether an empty cell clears the existing value.'),
  withoutPhones: z.boolean().default(false).describe('Confirms that no column holds phone numbers.'),
  groupIds: z.array(Id).max(20).default([]),
  makeGroups: z.boolean().default(true).describe('Creates groups that are named in the file but do not exist.'),
})
export type ImportOptions = z.infer<typeof ImportOptions>

/** The result of a check before the run, or of the run itself. */
export const ImportCounts = z.object({
  new: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  duplicate: z.number().int(),
  invalid: z.number().int(),
  skipped: z.number().int(),
  optedOut: z.number().int().describe('Included in the new and updated ones: they are imported and stay opted out.'),
  landline: z.number().int(),
  noPhone: z.number().int().describe('New and updated contacts without a mobile number: they cannot be texted.'),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** The import of one file of contacts. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  bytes: z.number().int(),
  state: ImportState,
  rows: z.number().int().describe('Rows, without the header.'),
  progress: z.number().int().describe('Progress of the current step: rows done.'),
  columns: z.array(ImportColumn),
  options: ImportOptions,
  counts: ImportCounts.nullable(),
  result: z
    .object({
      added: z.number().int(),
      updated: z.number().int(),
      skipped: z.number().int(),
      unchanged: z.number().int(),
    })
    .nullable(),
  problem: z.string().nullable().describe('An explanation of what is wrong with the whole file.'),
  notes: z
    .array(z.string())
    .describe('What was read differently from how the file shows it: an encoding, merged cells, several sheets.'),
  by: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  undoUntil: Instant.nullable().describe('Until when it can be undone.'),
})
export type Import = z.infer<typeof Import>

export const imports = endpoint({
  method: 'GET',
  path: '/contact/imports',
  summary: 'Lists the latest 50 imports, newest first.',
  can: 'contacts.edit',
  reply: ok({ imports: z.array(Import) }),
})

export const startImport = endpoint({
  method: 'POST',
  path: '/contact/import',
  summary: 'Uploads a CSV or XLSX file of contacts as raw bytes (application/octet-stream), up to 64 MiB.',
  can: 'contacts.edit',
  fails: ['file_too_large'],
  takes: 'bytes',
  query: z.object({ name: oneLine(200).default('people.csv') }),
  reply: ok({ import: Import }),
})

export const readImport = endpoint({
  method: 'GET',
  path: '/contact/import/{id}',
  summary: 'Returns the state of an import.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  reply: ok({ import: Import }),
})

export const matchImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/preview',
  summary: 'Maps each column to a field and checks every row. Nothing is written yet.',
  can: 'contacts.edit',
  fails: ['too_many', 'outdated'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    columns: z
      .array(
        z.strictObject({
          index: z.number().int().min(0).max(1000),
          target: ImportTarget,
          newField: z
            .strictObject({ name: oneLine(36).min(1), type: FieldType })
            .nullable()
            .default(null),
          fixCapitals: z.boolean().default(false),
          dateOrder: DateOrder.nullable()
            .default(null)
            .describe('Required when the column has mixed dates and goes to a date.'),
          replacements: z.array(Replacement).max(IMPORT_REPLACEMENTS_MAX).default([]),
        }),
      )
      .max(300),
    options: ImportOptions,
  }),
  reply: ok({ import: Import }),
})

/** A row of the file as it would be imported. */
export const ImportRow = z.object({
  row: z.number().int().describe('The row number as a spreadsheet shows it; the header is row 1.'),
  kind: z.enum(['new', 'update', 'unchanged', 'duplicate', 'invalid', 'skipped']),
  values: z.array(z.string()).describe('The cells by column index, with corrections applied.'),
  problems: z.array(
    z.object({
      column: z.number().int().nullable(),
      code: z.string(),
      words: z.string().describe('An explanation with what to do.'),
      otherRow: z.number().int().nullable().describe('Another row, or a contact, with the same number.'),
      contactId: Id.nullable(),
      suggestion: Replacement.nullable().describe('A choice of the field that is close to the value.'),
    }),
  ),
  optedOut: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const importRows = endpoint({
  method: 'GET',
  path: '/contact/import/{id}/rows',
  summary: 'Lists the rows of an import in file order, 100 at a time.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  query: z.object({
    show: z
      .enum(['all', 'problems', 'new', 'update', 'duplicate', 'invalid', 'skipped', 'opted_out', 'no_phone'])
      .default('problems'),
    after: z.coerce.number().int().min(0).default(0).describe('Rows after this one.'),
  }),
  reply: ok({ rows: z.array(ImportRow), next: z.number().int().nullable() }),
})

export const correctImport = endpoint({
  method: 'PATCH',
  path: '/contact/import/{id}/rows',
  summary: 'Edits cells and skips or includes rows. Returns the rechecked rows.',
  can: 'contacts.edit',
  fails: ['outdated'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    edits: z
      .array(
        z.strictObject({
          row: z.number().int().min(1),
          values: z
            .record(z.string().regex(/^\d{1,4}$/), z.string().max(2000))
            .optional()
            .describe('Values by column index.'),
          skip: z.boolean().optional(),
          keep: z
            .literal(true)
            .optional()
            .describe('Among rows with the same number: keeps this one and skips the others.'),
          sharesPhone: z.boolean().optional().describe('The number is shared in a household.'),
        }),
      )
      .max(200),
  }),
  reply: ok({ rows: z.array(ImportRow), import: Import }),
})

export const commitImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/commit',
  summary:
    'Imports the rows without problems. Runs in the background, continues after restarts, and imports each row exactly once.',
  can: 'contacts.edit',
  fails: ['name_taken', 'too_many', 'outdated'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    agreed: z
      .literal(true)
      .optional()
      .describe(
        '"These people agreed to get texts from us": a member must confirm this explicitly when rows have phone numbers.',
      ),
  }),
  reply: ok({ import: Import }),
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/undo',
  summary:
    'Undoes an import within 24 hours: archives the contacts it added and restores those it updated, except contacts changed since.',
  can: 'contacts.edit',
  fails: ['outdated'],
  params: z.object({ id: Id }),
  reply: ok({ import: Import }),
})

export const discardImport = endpoint({
  method: 'DELETE',
  path: '/contact/import/{id}',
  summary: 'Deletes an import that was not run, with its file.',
  can: 'contacts.edit',
  fails: ['outdated'],
  params: z.object({ id: Id }),
  reply: ok({}),
})

export const importProblems = endpoint({
  method: 'GET',
  path: '/contact/import/{id}/problems',
  summary: 'Exports the skipped rows with the reasons, as a file to correct and import again.',
  can: 'contacts.edit',
  answers: 'file',
  params: z.object({ id: Id }),
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})

export const importTemplate = endpoint({
  method: 'GET',
  path: '/contact/import-template',
  summary: 'Returns an empty file with the organization’s columns and one example.',
  can: 'contacts.edit',
  answers: 'file',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  reply: z.unknown(),
})
