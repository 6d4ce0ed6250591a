import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Kernel } from '../../kernel/kernel.ts'
import { readFile } from '../files/index.ts'

/** The media type of `writeArchive` output. */
export const ZIP_TYPE = 'application/zip'

/** A file of an answer, and where it lies in the archive. */
export interface ArchivedFile {
  id: string
  place: string
}

/** Returns the place of a file: its row in the spreadsheet, a part of its id, and its name. */
export function placeOf(row: number, { id, name }: { id: string; name: string }): string {
  const plain = name.replace(/[^\p{L}\p{N} ._()-]+/gu, '_').replace(/^[. ]+/, '') || 'file'
  return `files/${String(row).padStart(5, '0')}-${id.slice(-6)}-${plain.slice(-100)}`
}

/**
 * Writes an archive with a spreadsheet, then its files: those that the rows name while they are written. One file is in
 * memory at a time; one that is gone meanwhile is left out.
 */
export function writeArchive(
  kernel: Kernel,
  orgId: string,
  { sheet, files }: { sheet: Readable; files: readonly ArchivedFile[] },
): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  // yazl passes bytes on and nothing else: a failure ends the archive, and a reader who leaves ends the rows.
  sheet.on('error', (error) => output.destroy(error))
  output.on('close', () => sheet.destroy())
  archive.addReadStream(sheet, 'answers.csv')
  sheet.once('end', () => {
    for (const { id, place } of files)
      // Pictures are compressed already.
      archive.addReadStreamLazy(place, { compress: false }, (open) => {
        readFile(kernel, orgId, id).then(
          (file) => open(null, Readable.from(file ? [file.bytes] : [], { objectMode: false })),
          (error: unknown) => {
            output.destroy(error as Error)
          },
        )
      })
    archive.end()
  })
  return output
}
