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
  'server/src/kernel/db/tables.gen.ts': 'export interface Tables {\n  tag: {\n  }\n  usage: {\n  }\n}\n',
  'server/test/kit/row-of-each.ts': "export const ROW_OF_EACH = [\n  ['tag', 'id', '$2'],\n]\n",
  'server/test/rls.test.ts': "  const HAS_NO_CONTACT = new Set([\n    'tag',\n  ])\n",
  'web/src/app/App.tsx':
    "import { settingsRoutes } from '../features/settings/routes.tsx'\nconst screens = [\n  ...settingsRoutes,\n]\n",
  'web/src/app/Shell/places.ts':
    "import { loadTeamScreen } from '../../features/team/routes.tsx'\nconst places = [\n  {\n    path: '/dashboard/team',\n    keys: 'G T',\n  },\n]\n",
  'server/test/contact-data.test.ts': "const rows = [\n    ['missed_call', 'x', 'y'],\n]\n",
  'server/src/modules/privacy/personal-data-words.ts': "const TITLES = {\n  merges: msg({ message: 'Merges' }),\n}\n",
  'ARCHITECTURE.md': '| contacts | contacts |\n| messages | messages |\n',
}

test('inserts a new module after the named one without violating a boundary', async () => {
  await onPlanted(APP, async (root) => {
    const paths = buildModule(root, { module: 'timeoff', after: 'contacts', owns: 'timeoff_request' })
    expect(paths).toContain('server/migrations/0008_timeoff_tables.sql')
    const read = (path: string): string => readFileSync(join(root, path), 'utf8')
    expect(read('server/src/main/module-order.mjs')).toContain("['contacts', 'timeoff', 'messages']")
    expect(read('web/src/app/module-order.mjs')).toContain("['contacts', 'timeoff', 'messages']")
    expect(read('server/src/main/modules.ts')).toContain(
      "import { module as timeoff } from '../modules/timeoff/index.ts'",
    )
    expect(read('server/src/main/modules.ts')).toContain('[contacts, timeoff, messages]')
    expect(read('server/src/kernel/db/tables.gen.ts')).toMatch(/tag: \{[^]*timeoff_request: \{[^]*usage: \{/)
    expect(read('server/test/kit/row-of-each.ts')).toContain("['timeoff_request', 'id, title, created_at'")
    expect(read('server/test/rls.test.ts')).toContain("'timeoff_request',")
    expect(read('web/src/app/App.tsx')).toContain('  ...timeoffRoutes,\n  ...settingsRoutes,')
    expect(read('web/src/app/Shell/places.ts')).toContain("keys: 'G I'")
    expect(read('ARCHITECTURE.md')).toContain('| timeoff | timeoff requests |')
    expect(await findBoundaryViolations(root)).toEqual([])
    expect(await findTableTrespasses(root)).toEqual([])
    expect(findUnsafeMigrations(root)).toEqual([])
  })
})

test('narrows a table with contacts for members limited to some groups', async () => {
  await onPlanted(APP, (root) => {
    buildModule(root, { module: 'timeoff', after: 'contacts', owns: 'timeoff_request', hasContacts: true })
    const read = (path: string): string => readFileSync(join(root, path), 'utf8')
    expect(read('server/migrations/0008_timeoff_tables.sql')).toContain('as restrictive to crewline_scoped')
    expect(read('server/test/kit/row-of-each.ts')).toContain("'id, contact_id, title, created_at'")
    expect(read('server/test/rls.test.ts')).not.toContain('timeoff_request')
    expect(read('server/src/modules/timeoff/index.ts')).toContain('contactData')
    expect(read('server/test/contact-data.test.ts')).toContain("['timeoff_request', ")
    expect(read('server/src/modules/privacy/personal-data-words.ts')).toContain(
      'timeoffRequests: msg({ message: "Timeoff" })',
    )
    expect(findUnsafeMigrations(root)).toEqual([])
  })
})

test('finds its place in the files as they are today', async () => {
  const root = join(import.meta.dirname, '..')
  const files = Object.keys(APP)
    .filter((path) => !path.startsWith('server/migrations/'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])
  await onPlanted(Object.fromEntries(files), (planted) => {
    const wanted = { module: 'timeoff', after: 'voicemail', owns: 'timeoff_request' }
    const title = { en: "Today's time off", es: 'Tiempo libre de hoy' }
    const paths = buildModule(planted, { ...wanted, hasContacts: true, title })
    expect(paths).toContain('server/src/modules/privacy/personal-data-words.ts')
    expect(readFileSync(join(planted, 'server/src/modules/privacy/personal-data-words.ts'), 'utf8')).toContain(
      'timeoffRequests: msg({ message: "Today\'s time off" })',
    )
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
