import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { MANIFEST, PackRefused, readManifest, type PackFile, type PackManifest } from './manifest.ts'

/** What a pack is made of. */
export interface PackParts extends Pick<PackManifest, 'from' | 'to' | 'version' | 'license' | 'source'> {
  /** The files of the model. */
  files: Record<PackFile, string>
  /** A file with a sentence, a tab and its translation in each line. */
  sentences: string
}

/** Writes a translation pack to a file. Throws `PackRefused` when its description would not be valid. */
export async function makePack(to: string, { files, sentences, ...about }: PackParts): Promise<PackManifest> {
  const lines = (await readFile(sentences, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const golden = lines.map((line, nth) => {
    const [text, translation, ...more] = line.trim().split('\t')
    if (!text || !translation || more.length > 0)
      throw new PackRefused(`Line ${nth + 1} of ${sentences} is not a sentence, a tab and its translation.`)
    return { text, translation }
  })
  const described = {
    'model.bin': await describe(files['model.bin']),
    'source.spm': await describe(files['source.spm']),
    'target.spm': await describe(files['target.spm']),
  }
  const manifest = readManifest(JSON.stringify({ format: 1, ...about, files: described, golden }))
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST)
  for (const [name, path] of Object.entries(files)) zip.addFile(path, name)
  zip.end()
  await pipeline(zip.outputStream as Readable, createWriteStream(to))
  return manifest
}

async function describe(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}
