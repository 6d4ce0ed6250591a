// Verifies an export of records: a ZIP whose first file is the manifest, whose second is the signature of the manifest, and
// whose other files are those of the manifest, in its order. Imports nothing, so that it runs in browsers and by itself in
// Node 24 or later; bin/verify-records.ts is the command around it.

/** What is wrong with an export. */
export type RecordProblem =
  | { code: 'not_a_zip' | 'no_manifest' | 'bad_manifest' | 'bad_signature' | 'other_key' | 'bad_root' }
  /** The browser has no Ed25519, so whether the signature is right is unknown. */
  | { code: 'unsupported' }
  | { code: 'changed' | 'missing' | 'added' | 'reordered' | 'duplicate' | 'unreadable'; path: string }

/** The result of a verification. */
export interface RecordVerdict {
  isIntact: boolean
  problems: RecordProblem[]
  /** What the manifest says, if it can be read at all; trustworthy only when nothing is wrong. */
  manifest: RecordManifest | undefined
}

/** The manifest of an export. */
export interface RecordManifest {
  format: string
  title: string
  organization: string
  createdAt: string
  createdBy: string
  /** How the people were chosen; absent in packages about one person and in older exports. */
  people?: {
    covers: 'contacts' | 'groups' | 'hold' | 'filter' | 'everyone'
    groups?: { id: string; name: string }[]
    hold?: { id: string; name: string }
    /** The shifts and the files of imports that the filter names. */
    shifts?: { id: string; name: string }[]
    imports?: { id: string; name: string }[]
    /** Conditions as the API writes them. */
    filter?: { op: 'and' | 'or'; children: object[] }
    contacts: number
  }
  files: { path: string; bytes: number; sha256: string }[]
  root: string
  key: { id: string; publicKey: string }
}

type Bytes = Uint8Array<ArrayBuffer>

interface ZipEntry {
  path: string
  method: number
  offset: number
  packed: number
  size: number
}

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.sig'
export const RECORD_FORMAT = 'crewline-records-1'

/**
 * Verifies an export. With the public key that an installation publishes (base64), the manifest must be signed with it;
 * without one, the key in the manifest counts, and only says that nothing was changed since someone signed it.
 */
export async function verifyRecords(given: Uint8Array, publicKey?: string): Promise<RecordVerdict> {
  // Nothing here is shared between threads, which the types of WebCrypto demand.
  const archive = given as Bytes
  const problems: RecordProblem[] = []
  const entries = entriesOf(archive)
  if (!entries) return { isIntact: false, problems: [{ code: 'not_a_zip' }], manifest: undefined }
  const manifestEntry = entries.find(({ path }) => path === MANIFEST)
  const signatureEntry = entries.find(({ path }) => path === SIGNATURE)
  const manifestBytes = manifestEntry && (await contentOf(archive, manifestEntry))
  const signature = signatureEntry && (await contentOf(archive, signatureEntry))
  if (!manifestBytes || !signature) return { isIntact: false, problems: [{ code: 'no_manifest' }], manifest: undefined }
  const manifest = manifestFrom(manifestBytes)
  if (!manifest) return { isIntact: false, problems: [{ code: 'bad_manifest' }], manifest: undefined }
  if (publicKey !== undefined && publicKey !== manifest.key.publicKey) problems.push({ code: 'other_key' })
  const signatureProblem = await checkSignature(manifestBytes, signature, publicKey ?? manifest.key.publicKey)
  if (signatureProblem) problems.push({ code: signatureProblem })
  if ((await rootOf(manifest.files)) !== manifest.root) problems.push({ code: 'bad_root' })
  problems.push(...placesOf(entries, manifest))
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  for (const { path, bytes, sha256 } of manifest.files) {
    const entry = byPath.get(path)
    if (!entry) continue
    const content = await contentOf(archive, entry)
    if (!content) problems.push({ code: 'unreadable', path })
    else if (content.length !== bytes || (await sha256Of(content)) !== sha256) problems.push({ code: 'changed', path })
  }
  return { isIntact: problems.length === 0, problems, manifest }
}

/** Returns the root hash of files: each link is SHA-256 over the link before, the path, the size and the hash of a file. */
export async function rootOf(files: readonly RecordManifest['files'][number][]): Promise<string> {
  let root = await sha256Of(encode(RECORD_FORMAT))
  for (const { path, bytes, sha256 } of files) root = await sha256Of(encode(`${root}\n${path}\n${bytes}\n${sha256}\n`))
  return root
}

/** Finds files that the manifest does not name, that are missing, twice, or at another place than in the manifest. */
function placesOf(entries: readonly ZipEntry[], manifest: RecordManifest): RecordProblem[] {
  const problems: RecordProblem[] = []
  const expected = [MANIFEST, SIGNATURE, ...manifest.files.map(({ path }) => path)]
  const known = new Set(expected)
  const seen = new Set<string>()
  for (const { path } of entries) {
    if (!known.has(path)) problems.push({ code: 'added', path })
    else if (seen.has(path)) problems.push({ code: 'duplicate', path })
    seen.add(path)
  }
  for (const path of expected) if (!seen.has(path)) problems.push({ code: 'missing', path })
  if (problems.length > 0) return problems
  const moved = entries.find(({ path }, nth) => path !== expected[nth])
  return moved ? [{ code: 'reordered', path: moved.path }] : []
}

function manifestFrom(bytes: Bytes): RecordManifest | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as RecordManifest
    const isComplete =
      value.format === RECORD_FORMAT &&
      Array.isArray(value.files) &&
      typeof value.root === 'string' &&
      typeof value.key.publicKey === 'string' &&
      value.files.every(
        ({ path, bytes: size, sha256 }) =>
          typeof path === 'string' && typeof size === 'number' && typeof sha256 === 'string',
      )
    return isComplete ? value : undefined
  } catch {
    return undefined
  }
}

async function checkSignature(
  manifest: Bytes,
  signature: Bytes,
  publicKey: string,
): Promise<'bad_signature' | 'unsupported' | undefined> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify'])
    const bytes = fromBase64(new TextDecoder().decode(signature).trim())
    return (await crypto.subtle.verify('Ed25519', key, bytes, manifest)) ? undefined : 'bad_signature'
  } catch (error) {
    return error instanceof Error && error.name === 'NotSupportedError' ? 'unsupported' : 'bad_signature'
  }
}

async function sha256Of(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const encode = (text: string): Bytes => new TextEncoder().encode(text)

function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const WIDE = 0xffffffff
const WIDE_COUNT = 0xffff

/**
 * Reads the list of files at the end of a ZIP, in its order; undefined when there is none. ZIP64 is refused: exports stay
 * below its sizes and its number of files.
 */
function entriesOf(archive: Bytes): ZipEntry[] | undefined {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let end = archive.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0) return undefined
  const count = view.getUint16(end + 10, true)
  if (count === WIDE_COUNT) return undefined
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  try {
    for (let nth = 0; nth < count; nth += 1) {
      if (view.getUint32(at, true) !== CENTRAL) return undefined
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
      const name = archive.subarray(at + 46, at + 46 + (nameLength ?? 0))
      const entry = {
        path: new TextDecoder().decode(name),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      }
      if (entry.packed === WIDE || entry.size === WIDE || entry.offset === WIDE) return undefined
      entries.push(entry)
      at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
    }
    return entries
  } catch {
    return undefined
  }
}

/** Returns the content of a file, or undefined when it cannot be unpacked or its header names another file. */
async function contentOf(archive: Bytes, entry: ZipEntry): Promise<Bytes | undefined> {
  try {
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
    if (view.getUint32(entry.offset, true) !== LOCAL) return undefined
    const nameLength = view.getUint16(entry.offset + 26, true)
    const extraLength = view.getUint16(entry.offset + 28, true)
    const start = entry.offset + 30
    if (new TextDecoder().decode(archive.subarray(start, start + nameLength)) !== entry.path) return undefined
    const data = archive.subarray(start + nameLength + extraLength, start + nameLength + extraLength + entry.packed)
    if (entry.method === 0) return data
    if (entry.method !== 8) return undefined
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    return undefined
  }
}
