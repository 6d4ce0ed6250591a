import { describe, expect, test } from 'vitest'
import { findBoundaryViolations } from './check-boundaries.ts'
import { onPlanted } from './planted.ts'

const LINES = {
  'server/src/main/module-order.mjs': "export const moduleOrder = ['contacts', 'messages']\n",
  'web/src/app/module-order.mjs': "export const moduleOrder = ['contacts', 'messages']\n",
}

const broken = (files: Record<string, string>): Promise<string[]> =>
  onPlanted({ ...LINES, ...files }, (root) => findBoundaryViolations(root))

describe('a correct source tree', () => {
  test('has no boundary violation', async () => {
    const problems = await broken({
      'contract/src/contacts.ts': "import { z } from 'zod'\nexport const Contact = z.object({})\n",
      'server/src/kernel/db/pool.ts': "import pg from 'pg'\nexport const pool = pg\n",
      'server/src/kernel/http/app.ts':
        "import fastify from 'fastify'\nimport { pool } from '../db/pool.ts'\nexport const app = [fastify, pool]\n",
      'server/src/modules/contacts/index.ts':
        "import { routes } from './routes.ts'\nexport const contacts = { routes }\n",
      'server/src/modules/contacts/routes.ts': "import { find } from './service.ts'\nexport const routes = { find }\n",
      'server/src/modules/contacts/service.ts':
        "import { load } from './store.ts'\nimport { isAdult } from './rules.ts'\nexport const find = [load, isAdult]\n",
      'server/src/modules/contacts/store.ts':
        "import { sql } from 'kysely'\nimport { pool } from '../../kernel/db/pool.ts'\nexport const load = [pool, sql]\n",
      'server/src/modules/contacts/rules.ts':
        "import type { Contact } from '@crewline/contract/contacts'\nexport const isAdult = (one: Contact) => one\n",
      'server/src/modules/messages/service.ts':
        "import { contacts } from '../contacts/index.ts'\nexport const queue = contacts\n",
      'web/src/features/messages/api.ts':
        "import type { Contact } from '@crewline/contract/contacts'\nexport type A = Contact\n",
    })
    expect(problems).toEqual([])
  })
})

describe('module boundary violations', () => {
  const cases: [name: string, files: Record<string, string>, words: RegExp][] = [
    [
      'kernel to module',
      { 'server/src/kernel/a.ts': "import '../modules/contacts/index.ts'" },
      /kernel may not import modules/,
    ],
    [
      'past the public API',
      { 'server/src/modules/messages/a.ts': "import '../contacts/store.ts'" },
      /import only the public API: modules\/contacts/,
    ],
    [
      'against the module order',
      { 'server/src/modules/contacts/a.ts': "import '../messages/index.ts'" },
      /messages comes after contacts/,
    ],
    [
      'its own public API',
      { 'server/src/modules/contacts/a.ts': "import './index.ts'" },
      /public API is for other modules/,
    ],
    [
      'service to routes',
      { 'server/src/modules/contacts/service.ts': "import './routes.ts'" },
      /service or views may not import routes/,
    ],
    [
      'store to service',
      { 'server/src/modules/contacts/store.ts': "import './service.ts'" },
      /store may not import service/,
    ],
    ['rules to store', { 'server/src/modules/contacts/rules.ts': "import './store.ts'" }, /rules may not import store/],
    ['rules to kernel', { 'server/src/modules/contacts/rules.ts': "import '../../kernel/world.ts'" }, /rules are pure/],
    [
      'store to kernel at large',
      { 'server/src/modules/contacts/store.ts': "import '../../kernel/mail/mailer.ts'" },
      /store imports kernel\/db/,
    ],
    [
      'simulator to kernel',
      { 'server/src/simulators/carrier/a.ts': "import '../../kernel/world.ts'" },
      /outside company/,
    ],
    [
      'module to simulator',
      { 'server/src/modules/contacts/a.ts': "import '../../simulators/carrier/plugin.ts'" },
      /may not import simulators/,
    ],
    ['module to main', { 'server/src/modules/contacts/a.ts': "import '../../main/start.ts'" }, /may not import main/],
    [
      'a library away from home',
      { 'server/src/modules/contacts/a.ts': "import fastify from 'fastify'" },
      /fastify lives in/,
    ],
    [
      'a plugin away from home',
      { 'server/src/modules/contacts/a.ts': "import x from '@fastify/static'" },
      /@fastify\/static lives in/,
    ],
    [
      'kysely in a service',
      { 'server/src/modules/contacts/service.ts': "import { sql } from 'kysely'" },
      /kysely lives in/,
    ],
    [
      'contract to server',
      { 'contract/src/a.ts': "import '../../server/src/kernel/a.ts'" },
      /imports nothing of server/,
    ],
    [
      'contract to a library',
      { 'contract/src/a.ts': "import 'pg'" },
      /the contract imports zod, libphonenumber-js, .* only/,
    ],
    [
      'the contract by its path',
      { 'server/src/kernel/a.ts': "import '../../../contract/src/a.ts'" },
      /import '@crewline\/contract/,
    ],
    [
      'shared to features',
      { 'web/src/shared/a.ts': "import '../features/contacts/index.ts'" },
      /may not import web\/src\/features/,
    ],
    [
      'features to app',
      { 'web/src/features/contacts/a.ts': "import '../../app/store.ts'" },
      /may not import web\/src\/app/,
    ],
    [
      'a feature past the public API',
      { 'web/src/features/messages/a.ts': "import '../contacts/api.ts'" },
      /import only the public API: features\/contacts/,
    ],
    [
      'the settings of another feature',
      {
        'web/src/features/messages/a.ts': "import '../contacts/settings.ts'",
        'web/src/features/contacts/settings.ts': '',
      },
      /import only the public API: features\/contacts/,
    ],
    [
      'a feature against the module order',
      { 'web/src/features/contacts/a.ts': "import '../messages/index.ts'" },
      /messages comes after contacts/,
    ],
    [
      'sockets in a feature',
      { 'web/src/features/contacts/a.ts': "import 'socket.io-client'" },
      /socket\.io-client lives in web\/src\/shared\/live/,
    ],
    [
      'toasts in a feature',
      { 'web/src/features/contacts/a.ts': "import '@mantine/notifications'" },
      /lives in web\/src\/shared\/ui\/toast/,
    ],
    [
      'zod in the browser',
      {
        'contract/src/a.ts': "import 'zod'",
        'contract/src/b.ts': "import './a.ts'",
        'web/src/shared/a.ts': "import '@crewline/contract/b'",
      },
      /imports zod into the browser/,
    ],
    [
      'a cycle',
      { 'server/src/kernel/a.ts': "import './b.ts'", 'server/src/kernel/b.ts': "import './a.ts'" },
      /import cycle: .*a\.ts -> .*b\.ts -> .*a\.ts/,
    ],
    [
      'a re-export',
      { 'server/src/modules/messages/a.ts': "export { x } from '../contacts/store.ts'" },
      /import only the public API/,
    ],
    [
      'a lazy import',
      { 'server/src/modules/messages/a.ts': "export const f = () => import('../contacts/store.ts')" },
      /import only the public API/,
    ],
  ]
  test.each(cases)('%s', async (_name, files, message) => {
    expect((await broken(files)).join('\n')).toMatch(message)
  })

  test('reports a missing module order', async () => {
    await expect(onPlanted({ 'server/src/kernel/a.ts': '' }, (root) => findBoundaryViolations(root))).rejects.toThrow(
      /module-order\.mjs is missing/,
    )
  })
})
