import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { msg } from '@crewline/contract/localized-text'
import type { Kernel } from '../../../kernel/kernel.ts'
import { copiesOf } from './leftovers.ts'
import { readFile } from './read-file.ts'
import { FileRefused } from './refused.ts'
import type { Line, TableHeader } from './table.ts'

/**
 * Reads a file that arrives as a stream as a table: first the head, then row by row. The bytes wait on disk until the end,
 * where only this process reads them, so that a file needs little memory. Fails with `FileRefused`, whose text says what to
 * correct, for a file that is no table, is too large or has too many rows; a stream that breaks off fails with its own error.
 */
export async function* readTable(
  kernel: Kernel,
  { name, body, mostBytes }: { name: string; body: Readable; mostBytes: number },
): AsyncGenerator<TableHeader | Line> {
  const folder = copiesOf(kernel.config.dataDir)
  const copy = join(folder, `table-${kernel.world.id()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A refusal must not cut the connection on which its reason is answered.
    const source = Readable.from(body.iterator({ destroyOnReturn: false }))
    await pipeline(source, limitedTo(mostBytes), createWriteStream(copy, { mode: 0o600 }))
    yield* readFile({ name, bytes: () => createReadStream(copy), onDisk: async () => copy }, [])
  } finally {
    await rm(copy, { force: true })
  }
}

function limitedTo(mostBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      const megabytes = Math.floor(mostBytes / 1_048_576)
      done(
        bytes > mostBytes
          ? new FileRefused(
              msg({
                message: 'This file is larger than {megabytes} MB. Send only current people.',
                values: { megabytes },
              }),
            )
          : null,
        piece,
      )
    },
  })
}
