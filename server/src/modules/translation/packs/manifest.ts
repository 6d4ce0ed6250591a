import { z } from 'zod'

/** The files of a pack besides its manifest, with the most bytes each may have. */
export const PACK_FILES = {
  'model.bin': 256 * 1024 * 1024,
  'source.spm': 16 * 1024 * 1024,
  'target.spm': 16 * 1024 * 1024,
} as const
export type PackFile = keyof typeof PACK_FILES
export const PACK_FILE_NAMES = Object.keys(PACK_FILES) as PackFile[]

/** The name of the manifest within a pack, and the most bytes it may have. */
export const MANIFEST = 'pack.json'
export const MANIFEST_MAX = 1024 * 1024

/** With fewer sentences, a wrong vocabulary could pass by chance. */
const GOLDEN_MIN = 5

const Language = z.string().regex(/^[a-z]{2,3}$/, 'a language is two or three lower-case letters, such as en')
const File = z.strictObject({
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'a hash is 64 hexadecimal digits'),
})

/** What a pack says about itself: one direction of translation. */
export const PackManifest = z.strictObject({
  format: z.literal(1),
  from: Language,
  to: Language,
  version: z.string().min(1).max(40),
  license: z.string().min(1).max(200),
  source: z.string().min(1).max(400),
  files: z.strictObject({ 'model.bin': File, 'source.spm': File, 'target.spm': File }),
  /** Sentences and what the model makes of them. */
  golden: z
    .array(z.strictObject({ text: z.string().min(1).max(400), translation: z.string().min(1).max(400) }))
    .min(GOLDEN_MIN)
    .max(100),
})
export type PackManifest = z.infer<typeof PackManifest>

/** A pack that cannot be used; the message says why, for the operator. */
export class PackRefused extends Error {}

/** Reads a manifest; throws `PackRefused` with the first field that is wrong. */
export function readManifest(json: string): PackManifest {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new PackRefused(`${MANIFEST} is not JSON.`)
  }
  const read = PackManifest.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new PackRefused(`${MANIFEST} is not valid: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`)
  }
  if (read.data.from === read.data.to) throw new PackRefused('The pack translates a language into itself.')
  return read.data
}
