import { IMPORT_MAX_BYTES } from '@crewline/contract/limits'

/** Maximum file size that the server accepts, in MiB. */
export const FILE_MAX_MIB = IMPORT_MAX_BYTES / 1024 / 1024

/** The extensions for the file dialog. */
export const ACCEPTED = '.csv,.tsv,.txt,.xlsx'

/** Why a file is rejected before the upload: its type, its size, or no content. */
export type FileProblem = 'old_excel' | 'other_kind' | 'too_large' | 'empty'

/** Checks a file by name and size before the upload; the server checks the content. */
export function fileProblem({ name, size }: { name: string; size: number }): FileProblem | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (['xls', 'xlsm', 'xlsb', 'ods', 'numbers'].includes(ending)) return 'old_excel'
  if (!['csv', 'tsv', 'txt', 'xlsx'].includes(ending)) return 'other_kind'
  if (size === 0) return 'empty'
  return size > IMPORT_MAX_BYTES ? 'too_large' : undefined
}
