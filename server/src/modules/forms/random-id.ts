import type { World } from '../../kernel/world.ts'

/** Returns a random id: version 4, because the usual ones tell the time. */
export function randomId(world: Pick<World, 'bytes'>): string {
  const bytes = world.bytes(16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
