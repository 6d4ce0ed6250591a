import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { PackManifest } from '../../src/modules/translation/packs/manifest.ts'

/** The size of an embedding; the engine needs a multiple of 64. */
const DIM = 64
/** How the engine writes the types of its tensors. */
const TYPE = { int8: 0x101, float32: 0x404, quantized: 0x4101 }
/** The words of the model, after the end of a sentence and an unknown word. */
const WORDS = ['▁Hola', '▁equipo', '▁no', '▁puerta', '▁', '.']
const HOLA = 2
/** A word that is only a space: the model goes on with it until the engine stops it. */
const SPACE = 6

interface Tensor {
  name: string
  type: number
  shape: number[]
  data: Buffer
}

/** Numbers of -127 to 127 that stand for -1 to 1. */
type Weights = (row: number, column: number) => number

/** The vocabulary of the synthetic model, as SentencePiece writes it. */
export function vocabularyOf(words: readonly string[] = WORDS): Buffer {
  const pieces = [['</s>', 3], ['<unk>', 2], ...words.map((word) => [word, 1] as const)] as const
  const normalizer = Buffer.concat([field(1, Buffer.from('nmt_nfkc')), Buffer.from([24, 1, 32, 1, 40, 1])])
  return Buffer.concat([
    ...pieces.map(([word, kind]) =>
      field(1, Buffer.concat([field(1, Buffer.from(word)), score(-1), Buffer.from([24, kind])])),
    ),
    field(2, Buffer.from([24, 1])),
    field(3, normalizer),
  ])
}

/** A model without layers that says "Hola", whatever it is given. */
export function greetingModel(): Buffer {
  // At first only the bias counts, which is for the word; after it, the space has the largest product.
  return modelOf((row, column) => (column !== 2 ? 0 : row === HOLA ? 64 : row === SPACE ? 127 : 0), HOLA)
}

/** A model without layers whose weights are noise. */
export function noiseModel(seed: number): Buffer {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return modelOf(() => Math.round(254 * next() - 127), HOLA + 1)
}

function modelOf(weights: Weights, first: number): Buffer {
  const size = WORDS.length + 2
  const settings = [
    `dim-emb: ${DIM}`,
    'transformer-heads: 2',
    'enc-depth: 0',
    'dec-depth: 0',
    `transformer-dim-ffn: ${DIM}`,
    'dim-vocabs:',
    `  - ${size}`,
    `  - ${size}`,
  ]
  const embedding = Buffer.alloc(size * DIM + 4)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < DIM; column++) embedding.writeInt8(weights(row, column), row * DIM + column)
  embedding.writeFloatLE(127, size * DIM)
  const bias = Array.from({ length: size }, (_, word) =>
    word === first ? 1.5 : word === SPACE ? 0.5 : word === 1 ? -99 : 0,
  )
  return binaryOf([
    { name: 'special:model.yml', type: TYPE.int8, ...text(settings.join('\n')) },
    { name: 'Wemb', type: TYPE.quantized, shape: [size, DIM], data: embedding },
    { name: 'none_QuantMultA', type: TYPE.float32, shape: [1, 1], data: floats([30]) },
    { name: 'decoder_ff_logit_out_b', type: TYPE.float32, shape: [1, size], data: floats(bias) },
  ])
}

/** Marian's binary format: a header for each tensor, their names and shapes, then their data at multiples of 256 bytes. */
function binaryOf(tensors: Tensor[]): Buffer {
  const padded = tensors.map((tensor) => ({ ...tensor, data: pad(tensor.data) }))
  const head = Buffer.concat([
    long(1),
    long(padded.length),
    ...padded.flatMap(({ name, type, shape, data }) => [
      long(Buffer.byteLength(name) + 1),
      long(type),
      long(shape.length),
      long(data.length),
    ]),
    ...padded.map(({ name }) => Buffer.from(`${name}\0`)),
    ...padded.flatMap(({ shape }) => shape.map(int)),
  ])
  const gap = 256 - ((head.length + 8) % 256)
  return Buffer.concat([head, long(gap), Buffer.alloc(gap), ...padded.map(({ data }) => data)])
}

function text(value: string): Pick<Tensor, 'shape' | 'data'> {
  const data = Buffer.from(`${value}\n\0`)
  return { shape: [data.length], data }
}

function pad(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((256 - (data.length % 256)) % 256)])
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function floats(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, nth) => bytes.writeFloatLE(value, 4 * nth))
  return bytes
}

/** A field of a protocol buffer that holds bytes. */
function field(number: number, value: Buffer): Buffer {
  const length = value.length < 128 ? [value.length] : [(value.length & 127) | 128, value.length >> 7]
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), value])
}

function score(value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes[0] = (2 << 3) | 5
  bytes.writeFloatLE(value, 1)
  return bytes
}

/** What is unusual about a pack; undefined removes a file. */
export interface PackChanges {
  manifest?: Partial<PackManifest>
  model?: Buffer
  vocabulary?: Buffer
  /** Files as they are in the ZIP, whatever the manifest says. */
  files?: Record<string, Buffer | undefined>
}

/** Writes a pack that translates English into "Hola" to a file. */
export async function writePack(path: string, changes: PackChanges = {}): Promise<void> {
  const vocabulary = changes.vocabulary ?? vocabularyOf()
  const files = {
    'model.bin': changes.model ?? greetingModel(),
    'source.spm': vocabularyOf(),
    'target.spm': vocabulary,
  }
  const described = (data: Buffer) => ({ size: data.length, sha256: createHash('sha256').update(data).digest('hex') })
  const manifest: PackManifest = {
    format: 1,
    from: 'en',
    to: 'es',
    version: '1.0',
    license: 'CC0-1.0',
    source: 'made for tests',
    files: {
      'model.bin': described(files['model.bin']),
      'source.spm': described(files['source.spm']),
      'target.spm': described(files['target.spm']),
    },
    golden: ['Hello', 'Hi', 'Hey', 'Hello team', 'Howdy'].map((sentence) => ({ text: sentence, translation: 'Hola' })),
    ...changes.manifest,
  }
  const zip = new ZipFile()
  const all: Record<string, Buffer | undefined> = {
    'pack.json': Buffer.from(JSON.stringify(manifest)),
    ...files,
    ...changes.files,
  }
  for (const [name, data] of Object.entries(all)) if (data) zip.addBuffer(data, name)
  zip.end()
  await pipeline(zip.outputStream as Readable, createWriteStream(path))
}
