import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnsafeMigrations } from './check-migrations.ts'
import { findTableTrespasses } from './check-tables.ts'
import { findBoundaryViolations } from './check-boundaries.ts'
import { buildModule } from './new-module.ts'
import { onPlanted } from './planted.ts'

const APP = {
  'server/src/main/module-order.mjs': "export const moduleOrder = ['contacts', 'messages']\n",
  'server/src/main/modules.ts': `import type { ModuleDefinition } from '../kernel/module.ts'
import { module as contacts } from '../modules/contacts/index.ts'
import { module as messages } from '../modules/messages/index.ts'
import { moduleOrder } from './module-order.mjs'

const allModules: NewModule[] = [contacts, messages]
`,
  'web/src/app/module-order.mjs': "export const moduleOrder = ['contacts', 'messages']\n",
  'server/migrations/0007_kernel.sql': "set local lock_timeout = '2s';",
}

test('inserts a new module after the named one without violating a boundary', async () => {
  await onPlanted(APP, async (root) => {
    const paths = buildModule(root, { module: 'timeoff', after: 'contacts', owns: 'timeoff_request' })
    expect(paths).toContain('server/migrations/0008_timeoff.sql')
    const read = (path: string): string => readFileSync(join(root, path), 'utf8')
    expect(read('server/src/main/module-order.mjs')).toContain("['contacts', 'timeoff', 'messages']")
    expect(read('web/src/app/module-order.mjs')).toContain("['contacts', 'timeoff', 'messages']")
    expect(read('server/src/main/modules.ts')).toContain(
      "import { module as timeoff } from '../modules/timeoff/index.ts'",
    )
    expect(read('server/src/main/modules.ts')).toContain('[contacts, timeoff, messages]')
    expect(await findBoundaryViolations(root)).toEqual([])
    expect(await findTableTrespasses(root)).toEqual([])
    expect(findUnsafeMigrations(root)).toEqual([])
  })
})

test('rejects a taken or invalid name', async () => {
  await onPlanted({ ...APP, 'server/src/modules/contacts/index.ts': '' }, (root) => {
    expect(() => buildModule(root, { module: 'contacts', after: 'messages', owns: 'contact' })).toThrow(/already/)
    expect(() => buildModule(root, { module: 'Time Off', after: 'contacts', owns: 'x' })).toThrow(/lowercase letters/)
    expect(() => buildModule(root, { module: 'timeoff', after: 'ghosts', owns: 'x' })).toThrow(
      /does not list the module ghosts/,
    )
  })
})
