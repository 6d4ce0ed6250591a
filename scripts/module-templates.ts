import type { Permission } from '../contract/src/permissions.ts'
import { contactDataOf, contactStoreOf } from './module-templates-contact.ts'

export interface ModuleNames {
  /** `timeoff` */
  module: string
  /** `timeoff_request` */
  table: string
  /** `TimeoffRequest` */
  type: string
  /** `timeoffRequest` */
  variable: string
  /** Whether each row belongs to a contact. */
  hasContacts: boolean
  /** The title of the screen in both languages. */
  title: { en: string; es: string }
  /** The permissions to see and to add rows. */
  can: { read: Permission; write: Permission }
}

/** Renders the contract of a new module: its noun, a list by pages and a way to add one. */
export function contractOf({ module, type, variable, hasContacts, can }: ModuleNames): string {
  return `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** A row as members see it. */
export const ${type} = z.object({ id: Id, ${hasContacts ? 'contactId: Id, ' : ''}title: z.string(), createdAt: Instant })
export type ${type} = z.infer<typeof ${type}>

export const ${variable}s = endpoint({
  method: 'GET',
  path: '/${module}',
  summary: 'Lists the rows the member may see, newest first.',
  can: '${can.read}',
  query: z.object(pageQuery),
  reply: ok(pageOf(${type})),
})

export const create${type} = endpoint({
  method: 'POST',
  path: '/${module}',
  summary: 'Adds a row.',
  can: '${can.write}',
  body: z.strictObject({ ${hasContacts ? 'contactId: Id, ' : ''}title: oneLine(200).min(1) }),
  reply: ok({ ${variable}: ${type} }),
})
`
}

/** Renders the first migration of a new module: its table, closed to other organizations and to members out of scope. */
export function migrationOf({ table, hasContacts }: ModuleNames): string {
  return `set local lock_timeout = '2s';

create table ${table} (
  org_id uuid not null references organization (id),
  id uuid not null,
${hasContacts ? '  contact_id uuid not null,\n' : ''}  title text not null,
  created_at timestamptz not null,
  primary key (org_id, id)${hasContacts ? ',\n  foreign key (org_id, contact_id) references contact (org_id, id)' : ''}
);
create index ${table}_newest on ${table} (org_id, created_at desc, id desc);
${hasContacts ? `create index ${table}_by_contact on ${table} (org_id, contact_id);\n` : ''}alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy ${table}_of_org on ${table} to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy ${table}_of_system on ${table} to crewline_system using (true) with check (true);
${
  hasContacts
    ? `create policy ${table}_of_scope on ${table} as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = ${table}.org_id and g.contact_id = ${table}.contact_id));
`
    : ''
}grant select, insert, update, delete on ${table} to crewline_app, crewline_system;
`
}

/** Renders the server files of the module. */
export function serverModuleOf(names: ModuleNames): Record<string, string> {
  const { module, table, type, variable, hasContacts } = names
  return {
    'index.ts': `// Owns ${table.replaceAll('_', ' ')}s. Publishes no events yet. Must not depend on the modules after it in the module order.
import { defineModule } from '../../kernel/module.ts'
${hasContacts ? "import { contactData } from './contact-data.ts'\n" : ''}import { routes } from './routes.ts'

export const module = defineModule({ name: '${module}', owns: ['${table}'], ${hasContacts ? 'contactData, ' : ''}routes })
`,
    ...(hasContacts ? { 'contact-data.ts': contactDataOf(names) } : {}),
    'routes.ts': `import { create${type}, ${variable}s } from '@crewline/contract/${module}'
import { serve } from '../../kernel/http/serve.ts'
import { create } from './service.ts'
import { listPage } from './views.ts'

export const routes = serve(
  { ${variable}s, create${type} },
  {
    ${variable}s: (scope, { query }) => listPage(scope.db, query),
    create${type}: (scope, { body }) => create(scope, body),
  },
)
`,
    'service.ts': serviceOf(names),
    'store.ts': storeOf(names),
    'views.ts': viewsOf(names),
    'rules.ts': rulesOf(names),
    'rules.test.ts': rulesTestOf(names),
  }
}

function serviceOf({ module, table, type, variable, hasContacts }: ModuleNames): string {
  const adding = hasContacts
    ? `if (!(await addRow(tx, row))) fail('not_found', { internal: 'no such contact in scope' })`
    : 'await addRow(tx, row)'
  return `import type { BodyOf } from '@crewline/contract/endpoint'
import type { create${type}, ${type} } from '@crewline/contract/${module}'
${hasContacts ? "import { fail } from '../../kernel/failure.ts'\n" : ''}import type { Scope } from '../../kernel/scope.ts'
import { toView } from './rules.ts'
import { addRow } from './store.ts'

/** Adds a row and an audit entry in one transaction. */
export async function create(
  scope: Scope,
  body: BodyOf<typeof create${type}>,
): Promise<{ ${variable}: ${type} }> {
  const row = { id: scope.world.id(), ${hasContacts ? 'contact_id: body.contactId, ' : ''}title: body.title, created_at: scope.world.now() }
  await scope.tx(async (tx) => {
    ${adding}
    tx.audit('${table}.created', row.id)
  })
  return { ${variable}: toView(row) }
}
`
}

function storeOf({ table, hasContacts }: ModuleNames): string {
  const insert = hasContacts
    ? `/** Adds a row for a contact that the actor can see; returns whether there is one. */
export async function addRow(tx: Tx, row: StoredRow): Promise<boolean> {
  const added = await sql\`
    insert into ${table} (org_id, id, contact_id, title, created_at)
    select c.org_id, \${row.id}::uuid, c.id, \${row.title}, \${row.created_at}::timestamptz
    from contact c where c.org_id = \${tx.orgId} and c.id = \${row.contact_id} returning id\`.execute(tx.db)
  return added.rows.length > 0
}`
    : `/** Adds a row. */
export async function addRow(tx: Tx, row: StoredRow): Promise<void> {
  await sql\`
    insert into ${table} (org_id, id, title, created_at)
    values (\${tx.orgId}, \${row.id}, \${row.title}, \${row.created_at})\`.execute(tx.db)
}`
  const contactImport = hasContacts ? "import type { ContactPair } from '../../kernel/contact-data.ts'\n" : ''
  return `import { sql } from 'kysely'
${contactImport}import type { Tx } from '../../kernel/scope.ts'
import type { StoredRow } from './rules.ts'

${insert}
${hasContacts ? contactStoreOf(table) : ''}`
}

function viewsOf({ module, table, type, hasContacts }: ModuleNames): string {
  return `import type { ${type} } from '@crewline/contract/${module}'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { toView, type StoredRow } from './rules.ts'

/** Returns a page, newest first; row level security hides what the actor may not see. */
export async function listPage(
  db: Db,
  query: { page: number; pageSize: number; cursor?: string | undefined },
): Promise<{ data: ${type}[]; page: number; pageSize: number; nextCursor?: string }> {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const result = await sql<StoredRow>\`
    select id, ${hasContacts ? 'contact_id, ' : ''}title, created_at from ${table}
    \${after ? sql\`where (created_at, id) < (\${after.at}::timestamptz, \${after.id}::uuid)\` : sql\`\`}
    order by created_at desc, id desc limit \${query.pageSize + 1} offset \${offset}\`.execute(db)
  const rows = result.rows.slice(0, query.pageSize)
  const last = result.rows.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map(toView),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.created_at.toISOString(), id: last.id }) } : {}),
  }
}
`
}

function rulesOf({ module, table, type, hasContacts }: ModuleNames): string {
  const contact = hasContacts ? 'contact_id, ' : ''
  return `import type { ${type} } from '@crewline/contract/${module}'
import type { Row } from '../../kernel/db/row.ts'

/** A row as the database returns it. */
export type StoredRow = Row<'${table}', 'id' | ${hasContacts ? "'contact_id' | " : ''}'title' | 'created_at'>

/** Converts a row for the response. */
export function toView({ id, ${contact}title, created_at }: StoredRow): ${type} {
  return { id, ${hasContacts ? 'contactId: contact_id, ' : ''}title, createdAt: created_at.toISOString() }
}
`
}

function rulesTestOf({ hasContacts }: ModuleNames): string {
  return `import { expect, test } from 'vitest'
import { toView } from './rules.ts'

test('returns the time of a row in UTC', () => {
  expect(toView({ id: 'a', ${hasContacts ? "contact_id: 'c', " : ''}title: 'First', created_at: new Date(0) })).toEqual({
    id: 'a',
    ${hasContacts ? "contactId: 'c',\n    " : ''}title: 'First',
    createdAt: '1970-01-01T00:00:00.000Z',
  })
})
`
}
