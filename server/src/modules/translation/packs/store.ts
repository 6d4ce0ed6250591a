import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { EngineFiles } from './engine-worker.ts'
import { Engine } from './engine.ts'
import {
  MANIFEST,
  MANIFEST_MAX,
  PACK_FILE_NAMES,
  PACK_FILES,
  PackRefused,
  readManifest,
  type PackManifest,
} from './manifest.ts'

/** Returns the folder of translation packs in a data directory. */
export function packsFolder(dataDir: string): string {
  return join(dataDir, 'translation-packs')
}

/** Returns the files of the model in a folder of a pack. */
export function filesOf(folder: string): EngineFiles {
  return {
    model: join(folder, 'model.bin'),
    source: join(folder, 'source.spm'),
    target: join(folder, 'target.spm'),
  }
}

/** Returns what a pack is called: its pair of languages, such as `en-es`. */
export function pairOf({ from, to }: { from: string; to: string }): string {
  return `${from}-${to}`
}

/** Returns the packs of a data directory, by pair; folders that hold none are left out. */
export function packsIn(dataDir: string): PackManifest[] {
  const folder = packsFolder(dataDir)
  if (!existsSync(folder)) return []
  const pairs = readdirSync(folder).filter((name) => !name.startsWith('.'))
  return pairs.toSorted().flatMap((pair) => {
    try {
      const manifest = readManifest(readFileSync(join(folder, pair, MANIFEST), 'utf8'))
      return pairOf(manifest) === pair ? [manifest] : []
    } catch {
      return []
    }
  })
}

/**
 * Imports a pack from a ZIP file, in place of one for the same pair. Before, it checks the size and hash of each file, and
 * that the model translates the golden sentences as the pack says: with a wrong vocabulary it would translate too, but
 * nonsense. Throws `PackRefused` otherwise, and changes nothing then.
 */
export async function importPack(dataDir: string, file: string): Promise<PackManifest> {
  const folder = packsFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const staged = await mkdtemp(join(folder, '.new-'))
  try {
    const manifest = await unpack(file, staged)
    await checkGolden(manifest, staged)
    const place = join(folder, pairOf(manifest))
    const before = await mkdtemp(join(folder, '.old-'))
    if (existsSync(place)) await rename(place, before)
    await rename(staged, place)
    await rm(before, { recursive: true, force: true })
    return manifest
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

/** Removes the pack of a pair such as `en-es`. Throws `PackRefused` when there is none. */
export async function removePack(dataDir: string, pair: string): Promise<void> {
  const pack = packsIn(dataDir).find((manifest) => pairOf(manifest) === pair)
  if (!pack) throw new PackRefused(`There is no translation pack for ${pair}.`)
  await rm(join(packsFolder(dataDir), pairOf(pack)), { recursive: true })
}

async function unpack(file: string, into: string): Promise<PackManifest> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw new PackRefused(`${file} is not a ZIP file: ${(error as Error).message}.`)
  })
  try {
    const entries = await listed(zip)
    const of = (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new PackRefused(`The pack has no ${name}.`)
      return entry
    }
    const entry = of(MANIFEST)
    if (entry.uncompressedSize > MANIFEST_MAX) throw new PackRefused(`${MANIFEST} is too large.`)
    await write(zip, entry, join(into, MANIFEST))
    const manifest = readManifest(readFileSync(join(into, MANIFEST), 'utf8'))
    for (const name of PACK_FILE_NAMES) {
      const said = manifest.files[name]
      const { uncompressedSize } = of(name)
      if (uncompressedSize !== said.size)
        throw new PackRefused(`${name} has ${uncompressedSize} bytes, and ${MANIFEST} says ${said.size}.`)
      if (said.size > PACK_FILES[name]) throw new PackRefused(`${name} is larger than ${PACK_FILES[name]} bytes.`)
      await write(zip, of(name), join(into, name))
      if ((await hashOf(join(into, name))) !== said.sha256)
        throw new PackRefused(`${name} is not the file that ${MANIFEST} describes: its SHA-256 differs.`)
    }
    return manifest
  } finally {
    zip.close()
  }
}

async function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  const known = new Set<string>([MANIFEST, ...PACK_FILE_NAMES])
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) if (known.has(entry.fileName)) entries.set(entry.fileName, entry)
  } catch (error) {
    throw new PackRefused(`The ZIP file is damaged: ${(error as Error).message}.`)
  }
  return entries
}

/** Writes an entry to a file. The library checks that it has the size that was checked. */
async function write(zip: ZipFile, entry: Entry, to: string): Promise<void> {
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to))
  } catch (error) {
    throw new PackRefused(`${entry.fileName} is damaged in the ZIP file: ${(error as Error).message}.`)
  }
  if ((await stat(to)).size !== entry.uncompressedSize) throw new PackRefused(`${entry.fileName} is cut off.`)
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function checkGolden(manifest: PackManifest, folder: string): Promise<void> {
  const engine = new Engine(filesOf(folder))
  try {
    for (const { text, translation } of manifest.golden) {
      const made = await engine.translate(text).catch((error: unknown) => {
        throw new PackRefused(`The model cannot be used: ${(error as Error).message.split('\n')[0]}.`)
      })
      if (plain(made) !== plain(translation))
        throw new PackRefused(
          `The model does not translate as the pack says; its vocabulary may be a wrong one. "${text}" became "${made}" instead of "${translation}".`,
        )
    }
  } finally {
    await engine.close()
  }
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
