import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { HR_COLUMN_MAX, HR_FILE_FIELDS, HR_KEY_NAME_MAX, HR_PUBLIC_KEY_MAX } from './hr-limits.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

/** What a column of a file of people can be. */
export const HrFileField = z.enum(HR_FILE_FIELDS)
export type HrFileField = z.infer<typeof HrFileField>

/** Which column is what, by its name in the file, and how its dates are written. */
export const HrFileColumns = z.strictObject({
  columns: z.strictObject(
    Object.fromEntries(HrFileField.options.map((field) => [field, oneLine(HR_COLUMN_MAX).min(1).optional()])) as Record<
      HrFileField,
      z.ZodOptional<z.ZodString>
    >,
  ),
  dates: z.enum(['mdy', 'dmy']).describe('Whether 03/04/2026 is March 4 or April 3.'),
})
export type HrFileColumns = z.infer<typeof HrFileColumns>

/** How a file of people arrived. */
export const HrFileVia = z.enum(['page', 'https', 'sftp'])
export type HrFileVia = z.infer<typeof HrFileVia>

/** A file of people that arrived. A refused one changed nothing. */
export const HrFile = z.object({
  id: Id,
  name: z.string(),
  via: HrFileVia,
  sentBy: z.string().nullable().describe('The teammate, or the name of the key.'),
  state: z.enum(['ready', 'refused']),
  rows: z.number().int(),
  problem: z.string().nullable().describe('Why it was refused, and what to do.'),
  createdAt: Instant,
})
export type HrFile = z.infer<typeof HrFile>

/** A key of a program: a secret or a public key that sends files by HTTPS or SFTP, or a token that pushes people with SCIM. */
export const HrKey = z.object({
  id: Id,
  kind: z.enum(['https', 'sftp', 'scim']),
  name: z.string(),
  start: z.string().describe('The beginning of the secret, or the fingerprint of the public key.'),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type HrKey = z.infer<typeof HrKey>

const files = ok({
  isConnected: z.boolean().describe('Whether files of people are what contacts follow.'),
  uploadUrl: z.string().describe('Where programs send a file with a key.'),
  sftp: z
    .object({ host: z.string(), port: z.number().int(), user: z.string(), fingerprint: z.string() })
    .nullable()
    .describe('Where programs send a file by SFTP; null when this server has it off.'),
  keys: z.array(HrKey).describe('The keys that work.'),
  files: z.array(HrFile).describe('The last files, newest first.'),
  headers: z.array(z.string()).describe('The columns of the newest file.'),
  columns: HrFileColumns.nullable().describe('Null before the first file.'),
  missing: z.array(HrFileField).describe('What the columns lack for a sync to begin: an employee ID, a name.'),
})
const changes = { can: 'organization.manage', apiKeys: 'refused' } as const

export const hrFiles = endpoint({
  method: 'GET',
  path: '/organization/hr-file',
  summary: 'Returns how files of people arrive: addresses, keys, columns and the last files.',
  can: 'organization.manage',
  reply: files,
})

export const connectHrFiles = endpoint({
  method: 'POST',
  path: '/organization/hr-file/connection',
  summary: 'Makes files of people what contacts follow, instead of an HR system.',
  ...changes,
  fails: ['hr_connected', 'proof_needed'],
  body: z.strictObject({ name: oneLine(100).default('').describe('The company or system that the files are of.') }),
  reply: files,
})

export const uploadHrFile = endpoint({
  method: 'POST',
  path: '/organization/hr-file',
  summary: 'Takes a file with every current person, and starts a sync. The body is the file: CSV or XLSX.',
  ...changes,
  fails: ['hr_not_connected', 'file_too_large', 'hr_file_refused'],
  takes: 'bytes',
  query: z.object({ name: oneLine(200).default('people.csv') }),
  reply: files,
})

export const saveHrColumns = endpoint({
  method: 'PUT',
  path: '/organization/hr-file/columns',
  summary: 'Says which column of the files is what, and starts a sync of the newest file.',
  ...changes,
  fails: ['hr_not_connected'],
  body: HrFileColumns,
  reply: files,
})

export const createHrKey = endpoint({
  method: 'POST',
  path: '/organization/hr-file/key',
  summary: 'Makes a key that sends files by HTTPS, whose secret is shown once, or takes a public key for SFTP.',
  ...changes,
  fails: ['too_many', 'proof_needed', 'hr_not_connected'],
  body: z.strictObject({
    name: oneLine(HR_KEY_NAME_MAX).min(1),
    publicKey: oneLine(HR_PUBLIC_KEY_MAX).optional().describe('For SFTP: one line, as in authorized_keys.'),
  }),
  reply: files.extend({ secret: z.string().nullable() }),
})

export const revokeHrKey = endpoint({
  method: 'DELETE',
  path: '/organization/hr-file/key/{id}',
  summary: 'Revokes a key: the next file with it is refused.',
  ...changes,
  plan: 'not_needed',
  params: z.object({ id: Id }),
  reply: files,
})
