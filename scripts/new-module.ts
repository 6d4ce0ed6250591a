import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Permission } from '../contract/src/permissions.ts'
import { SERVER_MODULE_ORDER, WEB_MODULE_ORDER } from './module-order.ts'
import { contractOf, migrationOf, serverModuleOf, type ModuleNames } from './module-templates.ts'
import { intoLine, intoModules, intoTables, rowOf, intoRoutes, intoPlaces } from './module-entries.ts'
import { apiTestOf, webFeatureOf } from './module-templates-web.ts'
import { listFiles } from './sources.ts'

export interface NewModule {
  /** The product noun as used in URLs. */
  module: string
  /** The module it follows in the module order. */
  after: string
  /** The table it owns. */
  owns: string
  /** Whether each row belongs to a contact. */
  hasContacts?: boolean
  /** The title of its screen; the module's name where it is not given. */
  title?: { en: string; es: string }
  /** The permissions to see and to add rows. */
  can?: { read: Permission; write: Permission }
}

/**
 * Writes the files of a new module and its entries in the files that list modules, tables, routes and places; returns
 * the paths. Rejects a taken or invalid name.
 */
export function buildModule(root: string, wanted: NewModule): string[] {
  const { module, after, owns } = wanted
  for (const name of [module, owns]) {
    if (!/^[a-z][a-z_]*$/.test(name))
      throw new Error(`"${name}" must be lowercase letters and _ only, because it is used in URLs and table names`)
  }
  if (existsSync(join(root, 'server/src/modules', module))) throw new Error(`The module ${module} already exists`)
  const names = namesOf(wanted)
  const files: Record<string, string> = {
    [`contract/src/${module}.ts`]: contractOf(names),
    // Named as a later change: modules may follow in the order whose tables exist already.
    [`server/migrations/${nextNumber(root)}_${module}_tables.sql`]: migrationOf(names),
    ...prefixed(`server/src/modules/${module}/`, {
      ...serverModuleOf(names),
      [`${module}.api.test.ts`]: apiTestOf(names),
    }),
    ...prefixed(`web/src/features/${module}/`, webFeatureOf(names)),
  }
  const edit = (path: string, change: (text: string) => string): [string, string] => {
    const before = read(root, path)
    const after = change(before)
    if (after === before) throw new Error(`${path} has no place where the new module could be added`)
    return [path, after]
  }
  const edited = Object.fromEntries([
    edit(SERVER_MODULE_ORDER, (text) => intoLine(text, module, after)),
    edit(WEB_MODULE_ORDER, (text) => intoLine(text, module, after)),
    edit('server/src/main/modules.ts', (text) => intoModules(text, module, after)),
    edit('server/src/kernel/db/tables.gen.ts', (text) => intoTables(text, names)),
    edit('server/test/kit/row-of-each.ts', (text) => text.replace(/\n\]\n$/, `\n${rowOf(names)}]\n`)),
    ...(names.hasContacts
      ? [
          edit('server/test/contact-data.test.ts', (text) =>
            text.replace(
              "    ['missed_call',",
              `    ['${owns}', 'id, contact_id, title, created_at', "$3, $2, 'x', now()"],\n    ['missed_call',`,
            ),
          ),
          edit('server/src/modules/privacy/personal-data-words.ts', (text) =>
            text.replace(
              / {2}merges: msg\(/,
              // A function, because a title may contain what a replacement string treats as special.
              () => `  ${names.variable}s: msg({ message: ${JSON.stringify(names.title.en)} }),\n  merges: msg(`,
            ),
          ),
        ]
      : [
          edit('server/test/rls.test.ts', (text) =>
            text.replace(/(const HAS_NO_CONTACT = new Set\(\[\n)/, `$1    '${owns}',\n`),
          ),
        ]),
    edit('web/src/app/App.tsx', (text) => intoRoutes(text, module)),
    edit('web/src/app/Shell/places.ts', (text) => intoPlaces(text, names)),
    edit('ARCHITECTURE.md', (text) =>
      text.replace(
        new RegExp(`^\\| ${after} \\|.*\\n`, 'm'),
        (row) => `${row}| ${module} | ${owns.replaceAll('_', ' ')}s |\n`,
      ),
    ),
  ])
  for (const [path, text] of Object.entries({ ...files, ...edited })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...Object.keys(files), ...Object.keys(edited)]
}

function namesOf({ module, owns, hasContacts = false, title, can }: NewModule): ModuleNames {
  const parts = owns.split('_').map((part) => part[0]?.toUpperCase() + part.slice(1))
  const type = parts.join('')
  const name = module[0]?.toUpperCase() + module.slice(1)
  return {
    module,
    table: owns,
    type,
    variable: type[0]?.toLowerCase() + type.slice(1),
    hasContacts,
    title: title ?? { en: name, es: name },
    can: can ?? { read: 'contacts.read', write: 'contacts.edit' },
  }
}

function nextNumber(root: string): string {
  const numbers = listFiles(root, ['server/migrations'], ['.sql']).map((path) =>
    Number(/(\d{4})_[^/]*$/.exec(path)?.[1] ?? 0),
  )
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}

function prefixed(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [folder + name, text]))
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      after: { type: 'string' },
      owns: { type: 'string' },
      contacts: { type: 'boolean' },
      title: { type: 'string' },
      'title-es': { type: 'string' },
      read: { type: 'string' },
      write: { type: 'string' },
    },
  })
  const [module] = positionals
  const { after, owns, title, 'title-es': titleEs, contacts = false } = values
  if (!module || !after || !owns || !title || !titleEs) {
    console.error(`npm run new-module -- <module> --after <module before it> --owns <table> --title <title of its screen>
  --title-es <title in Spanish> [--contacts] [--read <permission>] [--write <permission>]
--contacts: each row belongs to a contact, and members limited to some groups see only those of their contacts.`)
    process.exit(1)
  }
  const root = join(import.meta.dirname, '..')
  const can = {
    read: (values.read ?? 'contacts.read') as Permission,
    write: (values.write ?? 'contacts.edit') as Permission,
  }
  try {
    const paths = buildModule(root, {
      module,
      after,
      owns,
      hasContacts: contacts,
      can,
      title: { en: title, es: titleEs },
    })
    for (const path of paths) console.log(path)
    finish(root, { [title]: titleEs, 'Nothing here yet': 'Aún no hay nada aquí' })
    console.log(`
Next: npm run check, and npx vitest run --project server server/src/modules/${module}.
Then change the endpoints in the contract (routes.ts compiles only when each one is served), the rules with their table
of tests, the store, the service and the events it publishes. docs/worked-example.md shows each step.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Runs the generators whose results the checks compare: the contract snapshot, the catalogs and the formatter. */
function finish(root: string, spanish: Record<string, string>): void {
  const run = (program: string, args: string[]): void => {
    const { status, stderr, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
  const bin = (name: string): string => join(root, 'node_modules/.bin', name)
  run(process.execPath, ['scripts/snapshot-contract.ts'])
  // It fails for the translations that are missing until the next lines add them; npm run check tells what is left.
  spawnSync(process.execPath, ['scripts/extract-messages.ts'], { cwd: root, stdio: 'ignore' })
  const catalog = join(root, 'locales/es.po')
  let text = readFileSync(catalog, 'utf8')
  for (const [en, es] of Object.entries(spanish))
    text = text.replace(`msgid "${en}"\nmsgstr ""`, `msgid "${en}"\nmsgstr "${es}"`)
  writeFileSync(catalog, text)
  run(bin('oxfmt'), [])
}
