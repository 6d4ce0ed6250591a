export interface ModuleNames {
  /** `timeoff` */
  module: string
  /** `timeoff_request` */
  table: string
  /** `TimeoffRequest` */
  type: string
  /** `timeoffRequest` */
  variable: string
  /** `Timeoff` */
  title: string
}

/** Renders the contract of a new module: its noun, a list and a way to add one. */
export function contractOf({ module, type, variable }: ModuleNames): string {
  return `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** A row as members see it. */
export const ${type} = z.object({ id: Id, title: z.string(), createdAt: Instant })
export type ${type} = z.infer<typeof ${type}>

export const list${type}s = endpoint({
  method: 'GET',
  path: '/${module}',
  summary: 'Lists all, newest first.',
  reply: ok({ data: z.array(${type}) }),
})

export const create${type} = endpoint({
  method: 'POST',
  path: '/${module}',
  summary: 'Adds one.',
  body: z.strictObject({ title: z.string().trim().min(1).max(200) }),
  reply: ok({ ${variable}: ${type} }),
})
`
}

/** Renders the first migration of a new module: its table, with row security per organization. */
export function migrationOf({ table }: ModuleNames): string {
  return `set local lock_timeout = '2s';

create table ${table} (
  org_id uuid not null references organization (id),
  id uuid not null,
  title text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy ${table}_of_org on ${table} to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy ${table}_of_system on ${table} to crewline_system using (true) with check (true);
grant select, insert, update, delete on ${table} to crewline_app, crewline_system;
`
}

/** Renders the server files of the module. */
export function serverModuleOf(names: ModuleNames): Record<string, string> {
  const { module, table, type, variable } = names
  return {
    'index.ts': `// Owns ${table.replaceAll('_', ' ')}s.
// Publishes no events yet. Must not depend on the modules after it in the module order.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export const module = defineModule({ name: '${module}', owns: ['${table}'], routes })
`,
    'routes.ts': `import { create${type}, list${type}s } from '@crewline/contract/${module}'
import { serve } from '../../kernel/http/serve.ts'
import { create, list } from './service.ts'

export const routes = serve(
  { list${type}s, create${type} },
  {
    list${type}s: (scope) => list(scope),
    create${type}: (scope, { body }) => create(scope, body.title),
  },
)
`,
    'service.ts': `import type { ${type} } from '@crewline/contract/${module}'
import type { Scope } from '../../kernel/scope.ts'
import { shown } from './rules.ts'
import { add, newest } from './store.ts'

/** All of this organization, the newest first. */
export async function list(scope: Scope): Promise<{ data: ${type}[] }> {
  return { data: (await newest(scope.db)).map(shown) }
}

/** Adds one and notes who did. */
export async function create(scope: Scope, title: string): Promise<{ ${variable}: ${type} }> {
  const row = { id: scope.world.id(), title, created_at: scope.world.now() }
  await scope.tx(async (tx) => {
    await add(tx, row)
    tx.audit('${table}.created', row.id)
  })
  return { ${variable}: shown(row) }
}
`,
    'store.ts': `import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { Row } from './rules.ts'

/** The newest first; row level security keeps other organizations' away. */
export async function newest(db: Db): Promise<Row[]> {
  const found = await sql<Row>\`select id, title, created_at from ${table} order by created_at desc, id desc limit 200\`.execute(db)
  return found.rows
}

/** Adds one row. */
export async function add(tx: Tx, row: Row): Promise<void> {
  await sql\`insert into ${table} (org_id, id, title, created_at) values (\${tx.orgId}, \${row.id}, \${row.title}, \${row.created_at})\`.execute(tx.db)
}
`,
    'rules.ts': `import type { ${type} } from '@crewline/contract/${module}'

/** A stored row. */
export interface Row {
  id: string
  title: string
  created_at: Date
}

/** Converts a row for the response. */
export function shown({ id, title, created_at }: Row): ${type} {
  return { id, title, createdAt: created_at.toISOString() }
}
`,
    'rules.test.ts': `import { expect, test } from 'vitest'
import { shown } from './rules.ts'

test('shows a row with its time in UTC', () => {
  expect(shown({ id: 'a', title: 'First', created_at: new Date(0) })).toEqual({ id: 'a', title: 'First', createdAt: '1970-01-01T00:00:00.000Z' })
})
`,
  }
}

/** Renders the API test of the module. */
export function apiTestOf({ module, type, variable }: ModuleNames): string {
  return `import { create${type}, list${type}s } from '@crewline/contract/${module}'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('what one organization adds it sees, and no other', async () => {
  const added = await t.as(t.acme.ann).call(create${type}, { body: { title: 'First' } })
  expect(added).toMatchObject({ http: 200, body: { ${variable}: { title: 'First' } } })
  const seen = await t.as(t.acme.gus).call(list${type}s)
  expect(seen.body.data.map(({ title }) => title)).toEqual(['First'])
  expect((await t.as(t.beta.ann).call(list${type}s)).body.data).toEqual([])
})

test('nobody sees anything without a session', async () => {
  expect((await t.as(null).call(list${type}s)).http).toBe(403)
})
`
}

/** Renders the web files of the feature. */
export function webFeatureOf({ module, type, variable, title }: ModuleNames): Record<string, string> {
  const screen = `${title}Screen`
  return {
    'index.ts': `// Owns the screen of ${module}.
// Must not depend on the features after it in the module order.
export { use${type}sQuery } from './api.ts'
`,
    'api.ts': `import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'

const ${module} = api.injectEndpoints({
  endpoints: (build) => ({
    ${variable}s: build.query<Reply<'list${type}s'>, void>({ query: () => call('list${type}s', {}) }),
  }),
})

export const { use${type}sQuery } = ${module}
`,
    [`${screen}.tsx`]: `import { useLingui } from '@lingui/react/macro'
import { Screen } from '../../shared/ui/Screen.tsx'
import { use${type}sQuery } from './api.ts'

/** The page of ${module}: all there is, the newest first. */
export default function ${screen}() {
  const { t } = useLingui()
  const { data } = use${type}sQuery()
  return (
    <Screen title={t\`${title}\`}>
      <ul>
        {data?.data.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </Screen>
  )
}
`,
  }
}
