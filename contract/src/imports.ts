import { z } from 'zod'
import { FieldType } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
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
 * `custom.` plus its key, `groups`, or null to ignore the column.
 */
export const ImportTarget = z.string().min(1).max(60).nullable()

/** A column of the file. */
export const ImportColumn = z.object({
  index: z.number().int(),
  header: z.string(),
  /** The first three values. */
  samples: z.array(z.string()),
  target: ImportTarget,
  /** A custom field to create when the import runs. */
  newField: z.object({ name: z.string(), type: FieldType }).nullable(),
  fixCapitals: z.boolean(),
  /** How many values fit the target and how many do not. */
  fit: z.object({ good: z.number().int(), bad: z.number().int(), empty: z.number().int() }).nullable(),
  /** How it was matched automatically. */
  matchedBy: z.enum(['remembered', 'header', 'content']).nullable(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** Options that apply to all rows. */
export const ImportOptions = z.strictObject({
  /** ISO 3166; the country of numbers without a country code. */
  country: z.string().length(2).optional(),
  language: oneLine(35).default('en'),
  /** What to do with contacts that already exist by number or employee id. */
  known: z.enum(['update', 'skip']).default('update'),
  /** Whether an empty cell clears the existing value. */
  emptyClears: z.boolean().default(false),
  groupIds: z.array(Id).max(20).default([]),
  /** Creates groups that are named in the file but do not exist. */
  makeGroups: z.boolean().default(true),
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
  /** Included in the new and updated ones: they are imported and stay opted out. */
  optedOut: z.number().int(),
  landline: z.number().int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** The import of one file of contacts. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  bytes: z.number().int(),
  state: ImportState,
  /** Rows, without the header. */
  rows: z.number().int(),
  /** Progress of the current step: rows done. */
  progress: z.number().int(),
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
  /** An explanation of what is wrong with the whole file. */
  problem: z.string().nullable(),
  /** What was read differently from how the file shows it: an encoding, merged cells, several sheets. */
  notes: z.array(z.string()),
  by: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** Until when it can be undone. */
  undoUntil: Instant.nullable(),
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
  fails: ['not_found', 'file_too_large'],
  takes: 'bytes',
  query: z.object({ name: oneLine(200).default('people.csv') }),
  reply: ok({ import: Import }),
})

export const readImport = endpoint({
  method: 'GET',
  path: '/contact/import/{id}',
  summary: 'Returns the state of an import.',
  can: 'contacts.edit',
  fails: ['not_found'],
  params: z.object({ id: Id }),
  reply: ok({ import: Import }),
})

export const matchImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/preview',
  summary: 'Maps each column to a field and checks every row. Nothing is written yet.',
  can: 'contacts.edit',
  fails: ['not_found', 'too_many', 'outdated'],
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
        }),
      )
      .max(300),
    options: ImportOptions,
  }),
  reply: ok({ import: Import }),
})

/** A row of the file as it would be imported. */
export const ImportRow = z.object({
  /** The row number as a spreadsheet shows it; the header is row 1. */
  row: z.number().int(),
  kind: z.enum(['new', 'update', 'unchanged', 'duplicate', 'invalid', 'skipped']),
  /** The cells by column index, with corrections applied. */
  values: z.array(z.string()),
  problems: z.array(
    z.object({
      column: z.number().int().nullable(),
      code: z.string(),
      /** An explanation with what to do. */
      words: z.string(),
      /** Another row, or a contact, with the same number. */
      otherRow: z.number().int().nullable(),
      contactId: Id.nullable(),
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
  fails: ['not_found'],
  params: z.object({ id: Id }),
  query: z.object({
    show: z
      .enum(['all', 'problems', 'new', 'update', 'duplicate', 'invalid', 'skipped', 'opted_out'])
      .default('problems'),
    /** Rows after this one. */
    after: z.coerce.number().int().min(0).default(0),
  }),
  reply: ok({ rows: z.array(ImportRow), next: z.number().int().nullable() }),
})

export const correctImport = endpoint({
  method: 'PATCH',
  path: '/contact/import/{id}/rows',
  summary: 'Edits cells and skips or includes rows. Returns the rechecked rows.',
  can: 'contacts.edit',
  fails: ['not_found', 'outdated'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    edits: z
      .array(
        z.strictObject({
          row: z.number().int().min(1),
          /** Values by column index. */
          values: z.record(z.string().regex(/^\d{1,4}$/), z.string().max(2000)).optional(),
          skip: z.boolean().optional(),
          /** Among rows with the same number: keeps this one and skips the others. */
          keep: z.literal(true).optional(),
          /** The number is shared in a household. */
          sharesPhone: z.boolean().optional(),
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
  fails: ['not_found', 'name_taken', 'too_many', 'outdated'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    /** "These people agreed to get texts from us": a member must confirm this explicitly; there is no default. */
    agreed: z.literal(true),
  }),
  reply: ok({ import: Import }),
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/undo',
  summary:
    'Undoes an import within 24 hours: archives the contacts it added and restores those it updated, except contacts changed since.',
  can: 'contacts.edit',
  fails: ['not_found', 'outdated'],
  params: z.object({ id: Id }),
  reply: ok({ import: Import }),
})

export const discardImport = endpoint({
  method: 'DELETE',
  path: '/contact/import/{id}',
  summary: 'Deletes an import that was not run, with its file.',
  can: 'contacts.edit',
  fails: ['not_found', 'outdated'],
  params: z.object({ id: Id }),
  reply: ok({}),
})

export const importProblems = endpoint({
  method: 'GET',
  path: '/contact/import/{id}/problems',
  summary: 'Exports the skipped rows with the reasons, as a file to correct and import again.',
  can: 'contacts.edit',
  fails: ['not_found'],
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
