import type { Words } from '@crewline/contract/words'
import { openArchive } from './archive.ts'
import { csvRows, findSeparator } from './csv.ts'
import { FileRefused, refuse } from './refused.ts'
import { sheetRows } from './sheet.ts'
import { sniff, type Encoding } from './sniff-rules.ts'
import { tableOf, type Line, type TableHead } from './table.ts'
import { decoded, findEncoding, type Bytes } from './text.ts'
import { readWorkbook } from './workbook.ts'

/** A file on its way in: its bytes as often as they are asked for, and a copy on the disk for what needs to jump in it. */
export interface GivenFile {
  name: string
  bytes: Bytes
  /** Answers the path of a copy that lives as long as the reading. */
  onDisk: () => Promise<string>
}

const HEAD_BYTES = 128 * 1024

const ENCODING_NOTES: Partial<Record<Encoding, Words>> = {
  'utf-16le': { en: 'The text was read as UTF-16.', es: 'El texto se leyó como UTF-16.' },
  'utf-16be': { en: 'The text was read as UTF-16.', es: 'El texto se leyó como UTF-16.' },
  'windows-1252': {
    en: 'The text was read as Windows text (1252). Check letters with accents.',
    es: 'El texto se leyó como texto de Windows (1252). Revisa las letras con acentos.',
  },
}

/**
 * Reads a file of people as a table: first its head, then row by row, so that its size does not matter. Refuses with
 * `FileRefused` what is no table or too large; `notes` gets what was read in another way than it stood there.
 */
export async function* readFile(file: GivenFile, notes: Words[]): AsyncGenerator<TableHead | Line> {
  const kind = sniff(await headOf(file.bytes), file.name)
  const ended = (said: Words[]) => void notes.push(...said)
  if (kind.kind === 'zip') yield* readSheet(file, notes, ended)
  else {
    const encoding = kind.encoding ?? (await findEncoding(file.bytes))
    const note = ENCODING_NOTES[encoding]
    if (note) notes.push(note)
    yield* tableOf(numbered(await textRows(file.bytes, encoding)), ended)
  }
}

async function* readSheet(
  file: GivenFile,
  notes: Words[],
  ended: (said: Words[]) => void,
): AsyncGenerator<TableHead | Line> {
  const archive = await openArchive(await file.onDisk()).catch(refuseBroken)
  try {
    const book = await readWorkbook(archive)
    yield* tableOf(sheetRows(archive, book), (said) => {
      notes.push(...book.notes)
      ended(said)
    })
  } catch (error) {
    // What the libraries find wrong inside is the file's fault; trouble of the disk is not.
    if (error instanceof FileRefused || (error as NodeJS.ErrnoException).code?.startsWith('E')) throw error
    refuseBroken(error)
  } finally {
    archive.close()
  }
}

function refuseBroken(error: unknown): never {
  if (error instanceof FileRefused) throw error
  return refuse({
    en: 'This workbook is broken or locked. Save it again, or save the sheet as CSV.',
    es: 'Este libro está dañado o bloqueado. Guárdalo otra vez o guarda la hoja como CSV.',
  })
}

async function headOf(bytes: Bytes): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes()) {
    pieces.push(piece)
    length += piece.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES)
}

async function textRows(bytes: Bytes, encoding: Encoding): Promise<AsyncIterable<string[]>> {
  let beginning = ''
  for await (const piece of decoded(bytes, encoding)) {
    beginning += piece
    if (beginning.length >= HEAD_BYTES) break
  }
  return csvRows(decoded(bytes, encoding), findSeparator(beginning.slice(0, HEAD_BYTES)))
}

async function* numbered(rows: AsyncIterable<string[]>): AsyncGenerator<Line> {
  let row = 0
  for await (const cells of rows) {
    // Excel's own line about the separator is no row of the table, and no spreadsheet shows it.
    if (row === 0 && /^sep=.?$/i.test(cells.join(','))) continue
    row += 1
    yield { row, cells }
  }
}
