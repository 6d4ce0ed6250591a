import { z } from 'zod'

/** The name of the entry that describes a backup. */
export const MANIFEST = 'manifest.json'

/** The entry of a table, or of an uploaded file. */
export const tableEntry = (table: string): string => `tables/${table}.jsonl`
export const FILES_FOLDER = 'files/'

/** Names from a backup become part of SQL and of paths. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

/** What a backup contains. The rows are PostgreSQL's own text of each row, one JSON string per line. */
export const Manifest = z.object({
  format: z.literal('crewline-backup'),
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The schema the rows belong to. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The monthly partitions, which are created before the rows are loaded. */
  partitions: z.array(z.string().regex(/^(message|message_search)_\d{6}$/)),
  tables: z.array(z.object({ name: Name, columns: z.array(Name), rows: z.int() })),
  /** Work that waited: runs that change the database and nothing outside. */
  jobs: z.array(
    z.object({
      queue: z.string(),
      data: z.object({ orgId: z.uuid(), runId: z.uuid(), userId: z.uuid().nullable() }),
    }),
  ),
  /** Encrypted with the master key, which is not in the backup; null before the first start. */
  keyCheck: z.string().nullable(),
  /** The other keys that its secrets may need, each with a value that proves it; absent in backups of earlier versions. */
  encryptionKeys: z.array(z.object({ id: z.string(), keyCheck: z.string() })).default([]),
  /** How many uploaded files it contains; null when files were left out. */
  files: z.int().nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * Tables that no backup contains: counters, leases and clocks of running processes; emails and push messages, which would be
 * sent a second time; sessions and codes, because one that was ended after the backup would work again. `migration` is
 * written by the migrations.
 */
export const LEFT_OUT: readonly string[] = [
  'migration',
  'rate_limit',
  'product_clock',
  'line_lease',
  'mail',
  'mail_request',
  'push_message',
  'session',
  'one_time_secret',
  'phone_code',
  'trusted_device',
]

/** A backup that cannot be written or restored, or a database that cannot take it; the message is for the operator. */
export class BackupFailure extends Error {}
