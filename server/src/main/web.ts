import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../kernel/config.ts'
import { allowChat } from './chat-policy.ts'

/** The build folder of the web app. */
export const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The PWA files: fixed names, revalidated on every request. */
const FIXED: [string, string][] = [
  ['/sw.js', 'text/javascript; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ...['192', '512', 'maskable', 'apple', 'badge'].map((name): [string, string] => [`/icons/${name}.png`, 'image/png']),
]

/**
 * Serves the web pages: log-in pages for / and unknown addresses, the app under /dashboard, the developer pages under
 * /dev when simulators are on. Addresses that only scanners ask for are not found. Hashed assets are cached for a year; pages are revalidated on every request.
 */
export async function addPages(
  app: FastifyInstance,
  { simulators, publicUrl, intercom }: Pick<Config, 'simulators' | 'publicUrl' | 'intercom'>,
): Promise<void> {
  // Crawlers may open public pages, which say themselves that they are not to be listed.
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\nDisallow: /dashboard\n'),
  )
  if (!existsSync(join(WEB, 'auth.html'))) return
  const pages = {
    auth: await readFile(join(WEB, 'auth.html')),
    app: await readFile(join(WEB, 'index.html')),
    dev: await readFile(join(WEB, 'dev.html')),
  }
  await app.register(async (site) => {
    await site.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // The component library writes style attributes and style elements; the script policy stays strict.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          mediaSrc: ["'self'", 'blob:'],
          workerSrc: ["'self'"],
          manifestSrc: ["'self'"],
          fontSrc: ["'self'"],
          // The socket at /ws: not every browser counts it as our own origin.
          connectSrc: ["'self'", publicUrl.replace(/^http/, 'ws')],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          formAction: ["'self'"],
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    })
    await site.register(staticFiles, {
      root: join(WEB, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
    })
    for (const [path, type] of FIXED) {
      const file = join(WEB, path)
      if (!existsSync(file)) continue
      const bytes = await readFile(file)
      site.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(bytes))
    }
    site.get('/*', async (request, reply) => {
      const path = request.url.split('?')[0] ?? '/'
      if (isNoPage(path, simulators)) return reply.status(404).type('text/plain; charset=utf-8').send('Not found\n')
      void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
      if (path === '/dashboard' || path.startsWith('/dashboard/')) {
        const policy = String(reply.getHeader('content-security-policy'))
        if (intercom) void reply.header('content-security-policy', allowChat(policy))
        return reply.send(pages.app)
      }
      if (simulators && (path === '/dev' || path.startsWith('/dev/'))) return reply.send(pages.dev)
      return reply.send(pages.auth)
    })
  })
}

/** Hidden files, and the developer pages without simulators. */
function isNoPage(path: string, simulators: boolean): boolean {
  return /(?:^|\/)\./.test(path) || (!simulators && (path === '/dev' || path.startsWith('/dev/')))
}
