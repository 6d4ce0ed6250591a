import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SERVER_MODULE_ORDER, WEB_MODULE_ORDER } from './module-order.ts'
import {
  apiTestOf,
  contractOf,
  migrationOf,
  serverModuleOf,
  webFeatureOf,
  type ModuleNames,
} from './module-templates.ts'
import { listFiles } from './sources.ts'

export interface NewModule {
  /** The product noun as used in URLs. */
  module: string
  /** The module it follows in the module order. */
  after: string
  /** The table it owns. */
  owns: string
}

/**
 * Writes the files of a new module and its entries in the module orders; returns the paths. Rejects a taken or invalid
 * name.
 */
export function buildModule(root: string, { module, after, owns }: NewModule): string[] {
  for (const name of [module, owns]) {
    if (!/^[a-z][a-z_]*$/.test(name))
      throw new Error(`"${name}" must be lowercase letters and _ only, because it is used in URLs and table names`)
  }
  if (existsSync(join(root, 'server/src/modules', module))) throw new Error(`The module ${module} already exists`)
  const names = namesOf(module, owns)
  const files: Record<string, string> = {
    [`contract/src/${module}.ts`]: contractOf(names),
    [`server/migrations/${nextNumber(root)}_${module}.sql`]: migrationOf(names),
    ...prefixed(`server/src/modules/${module}/`, {
      ...serverModuleOf(names),
      [`${module}.api.test.ts`]: apiTestOf(names),
    }),
    ...prefixed(`web/src/features/${module}/`, webFeatureOf(names)),
  }
  const edited: Record<string, string> = {
    [SERVER_MODULE_ORDER]: intoLine(read(root, SERVER_MODULE_ORDER), module, after),
    [WEB_MODULE_ORDER]: intoLine(read(root, WEB_MODULE_ORDER), module, after),
    'server/src/main/modules.ts': intoModules(read(root, 'server/src/main/modules.ts'), module, after),
  }
  for (const [path, text] of Object.entries({ ...files, ...edited })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...Object.keys(files), ...Object.keys(edited)]
}

function namesOf(module: string, owns: string): ModuleNames {
  const parts = owns.split('_').map((part) => part[0]?.toUpperCase() + part.slice(1))
  const type = parts.join('')
  return {
    module,
    table: owns,
    type,
    variable: type[0]?.toLowerCase() + type.slice(1),
    title: module[0]?.toUpperCase() + module.slice(1),
  }
}

function nextNumber(root: string): string {
  const numbers = listFiles(root, ['server/migrations'], ['.sql']).map((path) =>
    Number(/(\d{4})_[^/]*$/.exec(path)?.[1] ?? 0),
  )
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}

// When the order does not contain the previous module (the web has fewer), the new one is added at the end.
function intoLine(text: string, module: string, after: string): string {
  const list = /export const moduleOrder = \[([\s\S]*?)\]/.exec(text)
  if (!list) throw new Error('The module order must have the form: export const moduleOrder = [...]')
  const names = [...(list[1] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
  const at = names.indexOf(after)
  names.splice(at === -1 ? names.length : at + 1, 0, module)
  return text.replace(list[0], `export const moduleOrder = [${names.map((name) => `'${name}'`).join(', ')}]`)
}

function intoModules(text: string, module: string, after: string): string {
  const publicApi = `import { module as ${module} } from '../modules/${module}/index.ts'\n`
  const withPublicApi = text.replace(/((?:import .*\n)*)/, (imports) =>
    imports.replace(/(import \{ moduleOrder \})/, `${publicApi}$1`),
  )
  const withModule = withPublicApi.replace(new RegExp(String.raw`(=\s*\[[^\]]*\b${after}\b)`), `$1, ${module}`)
  if (!withModule.includes(publicApi) || withModule === withPublicApi)
    throw new Error(`server/src/main/modules.ts does not list the module ${after}`)
  return withModule
}

function prefixed(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [folder + name, text]))
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

if (import.meta.main) {
  const [module, ...args] = process.argv.slice(2)
  const option = (name: string): string | undefined => args[args.indexOf(`--${name}`) + 1]
  if (!module || !args.includes('--after') || !args.includes('--owns')) {
    console.error('npm run new-module -- <module> --after <module before it> --owns <table>')
    process.exit(1)
  }
  const root = join(import.meta.dirname, '..')
  try {
    const paths = buildModule(root, { module, after: option('after') ?? '', owns: option('owns') ?? '' })
    for (const path of paths) console.log(path)
    console.log(`
Next: node scripts/snapshot-contract.ts, npm run format, npm run check.
Then define the endpoints in the contract (routes.ts compiles only when each one is served), the rules with their table
of tests, the store, the service and the events it publishes, and add the screen to web/src/app.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
