import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The build mode that only finds out which modules a page needs. */
export const SURVEY = 'survey'
/** A module of at most this many characters before minification, ... */
const SMALL_BYTES = 1_500
/**
 * ... needed by at least this many parts that load later, goes into the first page: a separate file costs more than its
 * size.
 */
const OFTEN = 5

/** Used by the login page and nearly every screen. */
const EVERYWHERE =
  /web\/src\/app\/AppProviders\.tsx$|web\/src\/shared\/ui\/(PasswordField|SubmitButton|useApiForm)\.tsx?$|@mantine\/core\/esm\/components\/(Anchor|Title|TextInput)\/[^/]+\.mjs$/

/** The files a page waits for: `base` for every page, `shell` only for the app after login. */
type FirstFile = 'base' | 'shell'

/**
 * Bundles everything a page waits for into two files: a hundred small ones compress 10% worse, and each costs a
 * request.
 */
export function firstFiles(root: string): Plugin {
  return {
    name: 'crewline-first-files',
    apply: 'build',
    async config(_config, { mode }) {
      if (mode === SURVEY) return undefined
      const files = await survey(join(root, 'vite.config.ts'))
      const groups = [
        { name: 'base', test: (id: string) => files.get(id) === 'base' || EVERYWHERE.test(id), priority: 2 },
        { name: 'shell', test: (id: string) => files.get(id) === 'shell', priority: 1 },
      ]
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
  }
}

/**
 * Maps each module that the app loads before the first paint to one of the two files. The list of modules is known only
 * after tree shaking, so this runs a build and discards its output.
 */
async function survey(configFile: string): Promise<Map<string, FirstFile>> {
  const built = await build({ configFile, mode: SURVEY, logLevel: 'silent', build: { write: false, minify: false } })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needsOf = (chunk: Rolldown.OutputChunk): Set<Rolldown.OutputChunk> => {
    const needs = new Set([chunk])
    for (const need of needs)
      for (const name of need.imports) {
        const next = byName.get(name)
        if (next) needs.add(next)
      }
    return needs
  }
  const needsOfPage = (page: string) => {
    const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(`/${page}`))
    if (!entry) throw new Error(`${page} is no page of the build`)
    const needs = needsOf(entry)
    needs.delete(entry)
    return needs
  }
  const app = needsOfPage('index.html')
  const auth = needsOfPage('auth.html')
  const parts = chunks.filter((chunk) => chunk.isDynamicEntry).map(needsOf)
  const isOften = (chunk: Rolldown.OutputChunk) =>
    !chunk.isEntry &&
    !chunk.isDynamicEntry &&
    chunk.code.length < SMALL_BYTES &&
    // Styles of components that are not shown yet would delay the first paint.
    !chunk.viteMetadata?.importedCss.size &&
    parts.filter((needs) => needs.has(chunk)).length >= OFTEN
  return new Map(
    chunks
      .filter((chunk) => app.has(chunk) || isOften(chunk))
      .flatMap((chunk) => chunk.moduleIds.map((id): [string, FirstFile] => [id, auth.has(chunk) ? 'base' : 'shell'])),
  )
}
