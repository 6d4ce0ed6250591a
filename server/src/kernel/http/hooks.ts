import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'
import type { ModuleDefinition } from '../module.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Adds the webhooks of the modules. A path under /hooks that none of them serves is not found, and a webhook that a
 * carrier calls with another method is refused: the page that answers every other address would look like success.
 */
export async function addHooks(
  app: FastifyInstance,
  kernel: Kernel,
  modules: readonly ModuleDefinition[],
): Promise<void> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/hooks/')) return
    const known = methods.get(url) ?? new Set()
    methods.set(url, known)
    for (const name of [method].flat()) known.add(name)
  })
  for (const module of modules) {
    if (module.hooks) await module.hooks(app, kernel)
  }
  for (const [url, served] of Array.from(methods)) {
    const allow = [...served].join(', ')
    app.route({
      method: METHODS.filter((name) => !served.has(name)),
      url,
      handler: (_request, reply) => reply.status(405).header('allow', allow).send(),
    })
  }
  // Without a trailing slash, which the router ignores, the wildcard does not match.
  for (const url of ['/hooks', '/hooks/*'])
    app.route({ method: METHODS, url, handler: (_request, reply) => reply.status(404).send() })
}
