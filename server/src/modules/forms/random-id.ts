import type { World } from '../../kernel/world.ts'

const ID_BYTES = 16
/** Random bytes are asked for in bulk: one request takes as long as a hundred ids. */
const POOL_BYTES = 128 * ID_BYTES

const pools = new WeakMap<object, { bytes: Buffer; at: number }>()

/** Returns a random id: version 4, because the usual ones tell the time. */
export function randomId(world: Pick<World, 'bytes'>): string {
  const pool = pools.get(world) ?? { bytes: Buffer.alloc(0), at: 0 }
  if (pool.at + ID_BYTES > pool.bytes.length) Object.assign(pool, { bytes: world.bytes(POOL_BYTES), at: 0 })
  pools.set(world, pool)
  const bytes = pool.bytes.subarray(pool.at, pool.at + ID_BYTES)
  pool.at += ID_BYTES
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
