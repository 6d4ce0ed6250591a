import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The mode of the build that only tells which modules a page needs. */
export const SURVEY = 'survey'
/** What is at most this long before it is minified, in characters, ... */
const SMALL = 1_500
/** ... and needed by at least so many parts that load later comes with the first page: a file for it costs more than it weighs. */
const OFTEN = 4

/** These stand on the log-in page and on nearly every screen. */
const EVERYWHERE =
  /web\/src\/app\/AppProviders\.tsx$|web\/src\/shared\/ui\/(PasswordField|SubmitButton|useApiForm)\.tsx?$|@mantine\/core\/esm\/components\/(Anchor|Title|TextInput)\/[^/]+\.mjs$/

/** The files a page waits for: what every page stands on, and what only the app behind the log-in needs. */
type FirstFile = 'base' | 'shell'

/** Makes what a page waits for two files: a hundred small ones compress worse, by a tenth, and each is a way to the server. */
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
 * Answers for each module that the app loads before it paints in which of the two files it belongs. Which modules these are
 * is known only when what nobody uses is gone: a build that is thrown away tells.
 */
async function survey(configFile: string): Promise<Map<string, FirstFile>> {
  const built = await build({ configFile, mode: SURVEY, logLevel: 'silent', build: { write: false, minify: false } })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = output.filter((one) => one.type === 'chunk')
  const byName = new Map(chunks.map((one) => [one.fileName, one]))
  const needsOf = (one: Rolldown.OutputChunk): Set<Rolldown.OutputChunk> => {
    const needs = new Set([one])
    for (const need of needs)
      for (const name of need.imports) {
        const next = byName.get(name)
        if (next) needs.add(next)
      }
    return needs
  }
  const needsOfPage = (page: string) => {
    const entry = chunks.find((one) => one.isEntry && one.facadeModuleId?.endsWith(`/${page}`))
    if (!entry) throw new Error(`${page} is no page of the build`)
    const needs = needsOf(entry)
    needs.delete(entry)
    return needs
  }
  const app = needsOfPage('index.html')
  const auth = needsOfPage('auth.html')
  const parts = chunks.filter((one) => one.isDynamicEntry).map(needsOf)
  const isOften = (one: Rolldown.OutputChunk) =>
    !one.isEntry &&
    !one.isDynamicEntry &&
    one.code.length < SMALL &&
    // Styles of what is not shown yet would hold up the first paint.
    !one.viteMetadata?.importedCss.size &&
    parts.filter((needs) => needs.has(one)).length >= OFTEN
  return new Map(
    chunks
      .filter((one) => app.has(one) || isOften(one))
      .flatMap((one) => one.moduleIds.map((id): [string, FirstFile] => [id, auth.has(one) ? 'base' : 'shell'])),
  )
}
