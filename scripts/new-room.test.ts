import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnsafeMigrations } from './check-migrations.ts'
import { findTableTrespasses } from './check-tables.ts'
import { findBrokenWalls } from './check-walls.ts'
import { buildRoom } from './new-room.ts'
import { onPlanted } from './planted.ts'

const HOUSE = {
  'server/src/main/line.mjs': "export const line = ['contacts', 'messages']\n",
  'server/src/main/rooms.ts': `import type { Room } from '../kernel/room.ts'
import { room as contacts } from '../modules/contacts/index.ts'
import { room as messages } from '../modules/messages/index.ts'
import { line } from './line.mjs'

const everyRoom: Room[] = [contacts, messages]
`,
  'web/src/app/line.mjs': "export const line = ['contacts', 'messages']\n",
  'server/migrations/0007_kernel_create.sql': "set local lock_timeout = '2s';",
}

test('a new room stands in the line behind the one it names, and breaks no wall', async () => {
  await onPlanted(HOUSE, async (root) => {
    const paths = buildRoom(root, { room: 'timeoff', after: 'contacts', owns: 'timeoff_request' })
    expect(paths).toContain('server/migrations/0008_timeoff_create.sql')
    const read = (path: string): string => readFileSync(join(root, path), 'utf8')
    expect(read('server/src/main/line.mjs')).toContain("['contacts', 'timeoff', 'messages']")
    expect(read('web/src/app/line.mjs')).toContain("['contacts', 'timeoff', 'messages']")
    expect(read('server/src/main/rooms.ts')).toContain("import { room as timeoff } from '../modules/timeoff/index.ts'")
    expect(read('server/src/main/rooms.ts')).toContain('[contacts, timeoff, messages]')
    expect(await findBrokenWalls(root)).toEqual([])
    expect(await findTableTrespasses(root)).toEqual([])
    expect(findUnsafeMigrations(root)).toEqual([])
  })
})

test('a taken or impossible name is refused', async () => {
  await onPlanted({ ...HOUSE, 'server/src/modules/contacts/index.ts': '' }, (root) => {
    expect(() => buildRoom(root, { room: 'contacts', after: 'messages', owns: 'contact' })).toThrow(/already/)
    expect(() => buildRoom(root, { room: 'Time Off', after: 'contacts', owns: 'x' })).toThrow(/small letters/)
    expect(() => buildRoom(root, { room: 'timeoff', after: 'ghosts', owns: 'x' })).toThrow(/no room ghosts/)
  })
})
