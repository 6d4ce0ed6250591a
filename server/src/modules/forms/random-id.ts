import type { World } from '../../kernel/world.ts'

const ID_BYTES = 16
/** Random bytes are asked for in bulk: one request takes as long as a hundred ids. */
const POOL_BYTES = 128 * ID_BYTES

interface Pool {
  bytes: Buffer
  at: number
}

const pools = new WeakMap<object, Pool>()

/** Returns a random id: version 4, because the usual ones tell the time. */
export function randomId(world: Pick<World, 'bytes'>): string {
  const pool = poolOf(world)
  const { at } = pool
  const bytes = pool.bytes.subarray(at, at + ID_BYTES)
  pool.at += ID_BYTES
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function poolOf(world: Pick<World, 'bytes'>): Pool {
  const known = pools.get(world)
  if (known && known.at < known.bytes.length) return known
  const made = { bytes: world.bytes(POOL_BYTES), at: 0 }
  pools.set(world, made)
  return made
}
