import { IMPORT_MAX_BYTES } from '@crewline/contract/limits'

/** The largest file the server takes, in MiB. */
export const FILE_MAX_MIB = IMPORT_MAX_BYTES / 1024 / 1024

/** The names a file dialog offers. */
export const ACCEPTED = '.csv,.tsv,.txt,.xlsx'

/** Why a file is not even sent: what it is, how large, or that there is nothing in it. */
export type FileProblem = 'old_excel' | 'other_kind' | 'too_large' | 'empty'

/** Judges a file by its name and size before it is sent; its content is judged by the server. */
export function fileProblem({ name, size }: { name: string; size: number }): FileProblem | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (['xls', 'xlsm', 'xlsb', 'ods', 'numbers'].includes(ending)) return 'old_excel'
  if (!['csv', 'tsv', 'txt', 'xlsx'].includes(ending)) return 'other_kind'
  if (size === 0) return 'empty'
  return size > IMPORT_MAX_BYTES ? 'too_large' : undefined
}
