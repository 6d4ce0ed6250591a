import { timingSafeEqual } from 'node:crypto'
import { Id } from '@crewline/contract/ids'
import type { FastifyInstance } from 'fastify'
import { dispositionOf } from '../../kernel/http/disposition.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { openArchive } from './archive.ts'
import { pathPart } from './rules.ts'
import { linkSignature } from './signing.ts'

/** Serves the links of finished exports. The link itself is the credential; no session is needed. */
export function hooks(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { orgId: string; id: string }; Querystring: Record<string, unknown> }>(
    '/public/records/:orgId/:id',
    async (request, reply) => {
      const [orgId, id] = [Id.safeParse(request.params.orgId), Id.safeParse(request.params.id)]
      const { e: expiry, s: signature } = request.query
      void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      const isOpen =
        orgId.success &&
        id.success &&
        typeof expiry === 'string' &&
        typeof signature === 'string' &&
        opens(kernel, { orgId: orgId.data, id: id.data, expiry, signature })
      const archive = isOpen ? await openArchive(kernel, { orgId: orgId.data, id: id.data }) : undefined
      if (!archive) return reply.status(404).type('text/plain; charset=utf-8').send('This link has expired.')
      void reply.header('content-disposition', dispositionOf('attachment', `${pathPart(archive.title)}.zip`))
      return reply.type('application/zip').send(archive.content)
    },
  )
}

function opens(kernel: Kernel, link: Record<'orgId' | 'id' | 'expiry' | 'signature', string>): boolean {
  if (!/^\d{1,15}$/.test(link.expiry) || Number(link.expiry) <= kernel.world.now().getTime()) return false
  const expected = Buffer.from(linkSignature((place, text) => kernel.encryption.fingerprint(place, text), link))
  const actual = Buffer.from(link.signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
