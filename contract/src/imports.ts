import { z } from 'zod'
import { FieldType } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

/** Where an import stands. Reading, checking, running and undoing happen in the background. */
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

/** Where the values of a column go: a standard field by name, `fullname` for first and last in one, a custom one as `custom.` and its key, `groups`, or nowhere. */
export const ImportTarget = z.string().min(1).max(60).nullable()

/** A column of the file. */
export const ImportColumn = z.object({
  index: z.number().int(),
  header: z.string(),
  /** The first three values. */
  samples: z.array(z.string()),
  target: ImportTarget,
  /** A custom field to be made when the import runs. */
  newField: z.object({ name: z.string(), type: FieldType }).nullable(),
  fixCapitals: z.boolean(),
  /** How many values fit the target and how many do not. */
  fit: z.object({ good: z.number().int(), bad: z.number().int(), empty: z.number().int() }).nullable(),
  /** Why it was matched by itself. */
  matchedBy: z.enum(['remembered', 'header', 'content']).nullable(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** What is decided once for all rows. */
export const ImportOptions = z.strictObject({
  /** ISO 3166; numbers without a country code are of this country. */
  country: z.string().length(2).optional(),
  language: oneLine(35).default('en'),
  /** What happens to people who are known by number or employee id. */
  known: z.enum(['update', 'skip']).default('update'),
  /** Whether an empty cell empties what is known. */
  emptyClears: z.boolean().default(false),
  groupIds: z.array(Id).max(20).default([]),
  /** Groups named in the file that do not exist are made. */
  makeGroups: z.boolean().default(true),
})
export type ImportOptions = z.infer<typeof ImportOptions>

/** What would happen, and what has happened. */
export const ImportCounts = z.object({
  new: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  duplicate: z.number().int(),
  invalid: z.number().int(),
  skipped: z.number().int(),
  /** Of the new and updated ones: they are brought in and stay opted out. */
  optedOut: z.number().int(),
  landline: z.number().int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** One file of people on its way in. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  bytes: z.number().int(),
  state: ImportState,
  /** Rows without the header. */
  rows: z.number().int(),
  /** How far the present step is: rows done of rows. */
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
  /** What is wrong with the file as a whole, in words. */
  problem: z.string().nullable(),
  /** What was read in another way than it stood there: an encoding, merged cells, more sheets. */
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
  summary: 'The latest fifty imports, the newest first.',
  can: 'contacts.edit',
  reply: ok({ imports: z.array(Import) }),
})

export const startImport = endpoint({
  method: 'POST',
  path: '/contact/import',
  summary: 'Upload a CSV or XLSX file of people: its bytes as they are, as application/octet-stream, up to 64 MiB.',
  can: 'contacts.edit',
  takes: 'bytes',
  query: z.object({ name: oneLine(200).default('people.csv') }),
  reply: ok({ import: Import }),
})

export const readImport = endpoint({
  method: 'GET',
  path: '/contact/import/{id}',
  summary: 'Where an import stands.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  reply: ok({ import: Import }),
})

export const matchImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/preview',
  summary: 'Say where each column goes and check every row; nothing is written yet.',
  can: 'contacts.edit',
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

/** A row of the file as it would come in. */
export const ImportRow = z.object({
  /** The line as a spreadsheet counts it, the header being 1. */
  row: z.number().int(),
  kind: z.enum(['new', 'update', 'unchanged', 'duplicate', 'invalid', 'skipped']),
  /** The cells by the index of their column, corrected ones as they were corrected. */
  values: z.array(z.string()),
  problems: z.array(
    z.object({
      column: z.number().int().nullable(),
      code: z.string(),
      /** In words, with what to do. */
      words: z.string(),
      /** Another row with the same number, or a contact. */
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
  summary: 'Rows of an import in the order of the file, 100 at a time.',
  can: 'contacts.edit',
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
  summary: 'Correct cells, leave rows out or take them in again; what is checked anew comes back at once.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  body: z.strictObject({
    edits: z
      .array(
        z.strictObject({
          row: z.number().int().min(1),
          /** Values by the index of their column. */
          values: z.record(z.string().regex(/^\d{1,4}$/), z.string().max(2000)).optional(),
          skip: z.boolean().optional(),
          /** Of rows with one number: this one is meant, the others are left out. */
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
    'Bring the rows in that have no problem. Goes on in the background and through restarts, each row exactly once.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  body: z.strictObject({
    /** "These people agreed to get texts from us": nobody ticks it for anybody. */
    agreed: z.literal(true),
  }),
  reply: ok({ import: Import }),
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/contact/import/{id}/undo',
  summary:
    'Take an import back within 24 hours: who came with it goes, who was changed is as before, unless changed since.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  reply: ok({ import: Import }),
})

export const discardImport = endpoint({
  method: 'DELETE',
  path: '/contact/import/{id}',
  summary: 'Forget an import that was not run, with its file.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  reply: ok({}),
})

export const importProblems = endpoint({
  method: 'GET',
  path: '/contact/import/{id}/problems',
  summary: 'The rows that were left out, with why, as a file to correct and bring in again.',
  can: 'contacts.edit',
  answers: 'file',
  params: z.object({ id: Id }),
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})

export const importTemplate = endpoint({
  method: 'GET',
  path: '/contact/import-template',
  summary: 'An empty file with the columns of this organization and one example.',
  can: 'contacts.edit',
  answers: 'file',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  reply: z.unknown(),
})
