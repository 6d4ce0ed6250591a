import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { getCatalogs } from '@lingui/cli/api'
import type { Plugin } from 'vite'
import { SURVEY } from './first-files.ts'

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

/**
 * Extracts the messages of the source into locales/*.po before each build, so that a build never shows a message id.
 */
export function extractMessages(root: string): Plugin {
  return {
    name: 'crewline-extract-messages',
    apply: (_config, { command, mode }) => command === 'build' && mode !== SURVEY,
    enforce: 'pre',
    async buildStart() {
      const config = getConfig({ cwd: root })
      for (const catalog of await getCatalogs(config)) {
        const made = await catalog.make({ clean: true, overwrite: false, orderBy: 'message' })
        if (!made) this.warn('Some messages could not be extracted: see the lines above')
      }
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
