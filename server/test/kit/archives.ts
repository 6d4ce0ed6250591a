import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** A file in a ZIP. */
export interface Packed {
  path: string
  content: Buffer
}

/** Reads every file of a ZIP, in its order. */
export async function unzip(bytes: Buffer): Promise<Packed[]> {
  const archive = await fromBufferPromise(bytes)
  const files: Packed[] = []
  for await (const entry of archive.eachEntry())
    files.push({ path: entry.fileName, content: await buffer(await archive.openReadStreamPromise(entry)) })
  return files
}

/** Packs files into a ZIP, in this order. */
export async function zip(files: readonly Packed[]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const { path, content } of files) archive.addBuffer(content, path)
  archive.end()
  return buffer(archive.outputStream)
}
