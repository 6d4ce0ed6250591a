import type { ModuleNames } from './module-templates.ts'

/** Adds a module to an order, at its end where the order does not contain the previous one (the web has fewer). */
export function intoLine(text: string, module: string, after: string): string {
  const list = /export const moduleOrder = \[([\s\S]*?)\]/.exec(text)
  if (!list) throw new Error('The module order must have the form: export const moduleOrder = [...]')
  const names = [...(list[1] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
  const at = names.indexOf(after)
  names.splice(at === -1 ? names.length : at + 1, 0, module)
  return text.replace(list[0], `export const moduleOrder = [${names.map((name) => `'${name}'`).join(', ')}]`)
}

/** Adds a module to the list of server modules. */
export function intoModules(text: string, module: string, after: string): string {
  const publicApi = `import { module as ${module} } from '../modules/${module}/index.ts'\n`
  const withPublicApi = text.replace(/((?:import .*\n)*)/, (imports) =>
    imports.replace(/(import \{ moduleOrder \})/, `${publicApi}$1`),
  )
  const withModule = withPublicApi.replace(new RegExp(String.raw`(=\s*\[[^\]]*\b${after}\b)`), `$1, ${module}`)
  if (!withModule.includes(publicApi) || withModule === withPublicApi)
    throw new Error(`server/src/main/modules.ts does not list the module ${after}`)
  return withModule
}

/** The generated row types stand in the order of their tables; server/test/row-types.test.ts compares them. */
export function intoTables(text: string, { table, hasContacts }: ModuleNames): string {
  const columns = ['org_id: string', 'id: string', ...(hasContacts ? ['contact_id: string'] : []), 'title: string']
  const lines = [...columns, 'created_at: Date'].map((column) => `    ${column}\n`)
  const type = `  ${table}: {\n${lines.join('')}  }\n`
  const next = [...text.matchAll(/^ {2}(\w+): \{$/gm)].find((match) => (match[1] ?? '') > table)
  const at = next?.index ?? text.lastIndexOf('}')
  return text.slice(0, at) + type + text.slice(at)
}

/** Renders the row of a table for the test of row security. */
export function rowOf({ table, hasContacts }: ModuleNames): string {
  return hasContacts
    ? `  ['${table}', 'id, contact_id, title, created_at', "$2::uuid, (select id from contact where org_id = $1 limit 1), 'x', now()"],\n`
    : `  ['${table}', 'id, title, created_at', "$2, 'x', now()"],\n`
}

/** Adds the routes of a feature to the application. */
export function intoRoutes(text: string, module: string): string {
  return text
    .replace(/(import \{ settingsRoutes \})/, `import { ${module}Routes } from '../features/${module}/index.ts'\n$1`)
    .replace(/( {2}\.\.\.settingsRoutes,\n)/, `  ...${module}Routes,\n$1`)
}

/** Adds a place to the menu before the secondary ones, with the first free letter of its name as its shortcut. */
export function intoPlaces(text: string, { module, type, title, can }: ModuleNames): string {
  const taken = new Set([...text.matchAll(/keys: 'G (\w)'/g)].map((match) => match[1]).concat('O'))
  const letter = `${module}abcdefghijklmnopqrstuvwxyz`
    .toUpperCase()
    .split('')
    .find((candidate) => /[A-Z]/.test(candidate) && !taken.has(candidate))
  const place = `  {
    path: '/dashboard/${module}',
    name: msg\`${title.en}\`,
    icon: IconApps,
    can: '${can.read}',
    load: load${type}Screen,
    keys: 'G ${letter}',
  },
`
  const start = text.indexOf("  {\n    path: '/dashboard/team'")
  if (start === -1) throw new Error('web/src/app/Shell/places.ts does not list the team, before which places are added')
  const withPlace = text.slice(0, start) + place + text.slice(start)
  return withPlace.replace(
    /(import \{ loadTeamScreen \})/,
    `import { load${type}Screen } from '../../features/${module}/routes.tsx'\n$1`,
  )
}
