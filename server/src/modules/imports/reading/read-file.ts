import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { openArchive } from './archive.ts'
import { csvRows, findSeparator } from './csv.ts'
import { FileRefused, refuse } from './refused.ts'
import { sheetRows } from './sheet.ts'
import { sniff, type Encoding } from './sniff-rules.ts'
import { tableOf, type Line, type TableHeader } from './table.ts'
import { decoded, findEncoding, type Bytes } from './text.ts'
import { readWorkbook } from './workbook.ts'

/** An uploaded file: its bytes, readable repeatedly, and a copy on disk for formats that need random access. */
export interface SourceFile {
  name: string
  bytes: Bytes
  /** Returns the path of a copy that exists until reading ends. */
  onDisk: () => Promise<string>
}

const SNIFF_BYTES = 128 * 1024

const ENCODING_NOTES: Partial<Record<Encoding, LocalizedText>> = {
  'utf-16le': msg({ message: 'The text was read as UTF-16.' }),
  'utf-16be': msg({ message: 'The text was read as UTF-16.' }),
  'windows-1252': msg({ message: 'The text was read as Windows text (1252). Check letters with accents.' }),
}

/**
 * Reads a file of contacts as a table: first the head, then row by row, so that its size does not matter. Fails with
 * `FileRefused` when it is not a table or is too large; `notes` receives what was changed or skipped while reading.
 */
export async function* readFile(file: SourceFile, notes: LocalizedText[]): AsyncGenerator<TableHeader | Line> {
  const kind = sniff(await summaryOf(file.bytes), file.name)
  const addNotes = (newNotes: LocalizedText[]) => void notes.push(...newNotes)
  if (kind.kind === 'zip') yield* readSheet(file, notes, addNotes)
  else {
    const encoding = kind.encoding ?? (await findEncoding(file.bytes))
    const note = ENCODING_NOTES[encoding]
    if (note) notes.push(note)
    yield* tableOf(numbered(await textRows(file.bytes, encoding)), addNotes)
  }
}

async function* readSheet(
  file: SourceFile,
  notes: LocalizedText[],
  onEnd: (warnings: LocalizedText[]) => void,
): AsyncGenerator<TableHeader | Line> {
  const archive = await openArchive(await file.onDisk()).catch(refuseBroken)
  try {
    const book = await readWorkbook(archive)
    yield* tableOf(sheetRows(archive, book), (newNotes) => {
      notes.push(...book.notes)
      onEnd(newNotes)
    })
  } catch (error) {
    // Errors from the parsing libraries mean a broken file; disk errors do not.
    if (error instanceof FileRefused || (error as NodeJS.ErrnoException).code?.startsWith('E')) throw error
    refuseBroken(error)
  } finally {
    archive.close()
  }
}

function refuseBroken(error: unknown): never {
  if (error instanceof FileRefused) throw error
  return refuse(msg({ message: 'This workbook is broken or locked. Save it again, or save the sheet as CSV.' }))
}

async function summaryOf(bytes: Bytes): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes()) {
    pieces.push(piece)
    length += piece.length
    if (length >= SNIFF_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, SNIFF_BYTES)
}

async function textRows(bytes: Bytes, encoding: Encoding): Promise<AsyncIterable<string[]>> {
  let beginning = ''
  for await (const piece of decoded(bytes, encoding)) {
    beginning += piece
    if (beginning.length >= SNIFF_BYTES) break
  }
  return csvRows(decoded(bytes, encoding), findSeparator(beginning.slice(0, SNIFF_BYTES)))
}

async function* numbered(rows: AsyncIterable<string[]>): AsyncGenerator<Line> {
  let row = 0
  for await (const cells of rows) {
    // The separator line of Excel is not a row of the table, and spreadsheets do not show it.
    if (row === 0 && /^sep=.?$/i.test(cells.join(','))) continue
    row += 1
    yield { row, cells }
  }
}
