import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getConfig } from '@lingui/conf'
import { createCompilationErrorMessage, createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api'
import type { Plugin } from 'vite'

/** Serves the right page for each path during development, as the server does in production. */
export function pageRoutes(): Plugin {
  return {
    name: 'crewline-page-routes',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/'
        const wantsPage = request.headers.accept?.includes('text/html') && !/\.\w+$/.test(path)
        if (wantsPage && !path.startsWith('/dev/carrier')) {
          if (path === '/' || path.startsWith('/auth')) request.url = '/auth.html'
          else if (path.startsWith('/dev')) request.url = '/dev.html'
          else if (path.startsWith('/dashboard')) request.url = '/index.html'
        }
        next()
      })
    },
  }
}

/**
 * Gives the blocking color scheme script a hashed name and preloads the latin font, so that the first paint is the
 * final one.
 */
export function firstPaint(root: string): Plugin {
  return {
    name: 'crewline-first-paint',
    apply: 'build',
    buildStart() {
      const source = readFileSync(join(root, 'color-scheme.js'), 'utf8')
      this.emitFile({ type: 'asset', name: 'color-scheme.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const names = Object.keys(bundle ?? {})
        const script = names.find((name) => /\/color-scheme-[^/]*\.js$/.test(name))
        const font = names.find((name) => name.includes('inter-latin-wght-normal'))
        if (!script || !font) throw new Error('The colour scheme script or the latin font is missing from the build')
        return {
          html: html.replace('/color-scheme.js', `/${script}`),
          tags: [
            {
              tag: 'link',
              injectTo: 'head-prepend',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' },
            },
          ],
        }
      },
    },
  }
}

/** Only the server writes out these texts, so no page loads them. */
const SERVER_TEXTS = /^server\/|^contract\/src\/failure/

/**
 * Compiles the catalogs (`import('locales/es.po')`), each with the messages that pages use. Lingui's own plugin would
 * include those of the server.
 */
export function messageCatalogs(cwd: string): Plugin {
  return {
    name: 'crewline-message-catalogs',
    transform: {
      filter: { id: /\.po$/ },
      async handler(_source, file) {
        const config = getConfig({ cwd })
        const found = getCatalogForFile(relative(config.rootDir, file), await getCatalogs(config))
        if (!found) throw new Error(`${file} is no catalog of lingui.config.ts`)
        const { locale, catalog } = found
        const { fallbackLocales, sourceLocale } = config
        const { messages } = await catalog.getTranslations(locale, { fallbackLocales, sourceLocale })
        const entries = Object.entries((await catalog.read(sourceLocale)) ?? {})
        const ids = entries
          .filter(([, { origin }]) => origin?.some(([path]) => !SERVER_TEXTS.test(path)))
          .map(([id]) => id)
        const used = Object.fromEntries(ids.map((id) => [id, messages[id] ?? '']))
        const { source: code, errors } = createCompiledCatalog(locale, used, { namespace: 'es' })
        if (errors.length > 0) throw new Error(createCompilationErrorMessage(locale, errors))
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}

/**
 * Emits the files that make the product installable under fixed names: the service worker, the manifest and its icons.
 */
export function installable(root: string): Plugin {
  const icons = readdirSync(join(root, 'icons')).map((name) => `icons/${name}`)
  return {
    name: 'crewline-installable',
    apply: 'build',
    buildStart() {
      for (const fileName of ['sw.js', 'manifest.webmanifest', ...icons])
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(root, fileName)) })
    },
  }
}

/** Changes one place of a library in the build, and fails when the library changed there. */
function changedLibrary(name: string, id: RegExp, [before, after]: [before: string, after: string]): Plugin {
  let isChanged = false
  return {
    name: `crewline-${name}`,
    apply: 'build',
    transform: {
      filter: { id },
      handler(code) {
        isChanged = code.includes(before)
        return code.replace(before, () => after)
      },
    },
    buildEnd(error) {
      if (!error && !isChanged) throw new Error(`The library changed: check ${name}, which needs ${String(id)}`)
    },
  }
}

/**
 * Lets a dialog or a menu that opens take the focus only while nothing inside of it has it. The library does so in a timer,
 * which on a busy machine comes when someone types into a field already. The development server serves the library as it is
 * (ADR 0189).
 */
export function keepFocusInDialogs(): Plugin {
  const start = 'const focusNode = (node) => {'
  const changed = `${start} if (node.contains(document.activeElement)) return;`
  return changedLibrary('keep-focus', /@mantine\/hooks\/.*use-focus-trap\.mjs$/, [start, changed])
}

/**
 * Lets Enter take the option that is marked. A list that opens reads in a timer which option is chosen: on a busy machine that
 * comes after someone marked one by typing or with an arrow key, and Enter did nothing.
 */
export function keepMarkedOption(): Plugin {
  const start = 'const index = items.findIndex('
  const find = `${start}(option) => option.hasAttribute(\`data-combobox-\${target}\`));`
  const marked = "items.findIndex((option) => option.hasAttribute('data-combobox-selected'))"
  const changed = `const marked = ${marked}; ${find.replace(start, 'const index = marked >= 0 ? marked : items.findIndex(')}`
  return changedLibrary('keep-marked-option', /@mantine\/core\/.*\/use-combobox\.mjs$/, [find, changed])
}
