import type { FastifyInstance } from 'fastify'
import { openApiOf } from './openapi.ts'
import { pageOf, type ApiDocument } from './reference-page.ts'
import type { Served } from './serve.ts'

/** Serves the OpenAPI document and a page to read it, both built from the contract on first use. */
export function addReference(app: FastifyInstance, served: readonly Served[], version: string): void {
  let document: object | undefined
  let page: string | undefined
  const documentOf = (): object => (document ??= openApiOf(served, version))
  app.get('/api/openapi.json', async (_request, reply) => reply.send(documentOf()))
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send((page ??= pageOf(documentOf() as ApiDocument))),
  )
}
