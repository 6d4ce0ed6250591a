import { Id } from '@crewline/contract/ids'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../../kernel/failure.ts'
import { makeLocalLimit, type Limit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { opens } from './links.ts'
import { answerLogo } from './logos.ts'
import { answerFile, nothingHere, type FileAnswer } from './serve-file.ts'
import { codeHashOf } from './short-links.ts'
import { fileOfCode, servedById } from './views.ts'

/** Short links opened per address and minute, so that none can be guessed. */
const OPENED_PER_MINUTE = 120
/** Logos opened per address and minute: a whole shift may open pages from one address. */
const LOGOS_PER_MINUTE = 3000

/** Registers the file URLs outside the API. The link itself is the credential; no session is needed. */
export function hooks(app: FastifyInstance, kernel: Kernel): void {
  const send = (reply: FastifyReply, { http, headers, body }: FileAnswer) =>
    reply.status(http).headers(headers).send(body)
  app.get<{ Params: { orgId: string; fileId: string }; Querystring: Record<string, unknown> }>(
    '/media/:orgId/:fileId/:name',
    async (request, reply) =>
      send(
        reply,
        await openLink(kernel, { params: request.params, query: request.query, range: request.headers.range }),
      ),
  )
  const logos = makeLocalLimit(LOGOS_PER_MINUTE, 60)
  app.get<{ Params: { orgId: string; id: string } }>('/public/logo/:orgId/:id', async (request, reply) => {
    const [orgId, id] = [Id.safeParse(request.params.orgId), Id.safeParse(request.params.id)]
    if (!orgId.success || !id.success) return send(reply, nothingHere())
    const asked = { orgId: orgId.data.toLowerCase(), id: id.data, limit: logos, address: request.ip }
    const { http, headers, body } = await answerLogo(kernel, asked)
    return reply.status(http).headers(headers).send(body)
  })
  const perAddress = makeLocalLimit(OPENED_PER_MINUTE, 60)
  app.get<{ Params: { code: string } }>('/l/:code', async (request, reply) => {
    if (!(await mayTry(perAddress, subscriberOf(request.ip)))) {
      void reply.header('retry-after', '60')
      return send(reply, nothingHere(429, 'Wait a minute and open the link again.'))
    }
    return send(reply, await openShort(kernel, request.params.code, request.headers.range))
  })
}

async function openLink(
  kernel: Kernel,
  request: { params: { orgId: string; fileId: string }; query: Record<string, unknown>; range: string | undefined },
): Promise<FileAnswer> {
  const [orgId, fileId] = [Id.safeParse(request.params.orgId), Id.safeParse(request.params.fileId)]
  const { e: expiry, s: signature, v: variant = '' } = request.query
  if (!orgId.success || !fileId.success) return nothingHere()
  if (typeof expiry !== 'string' || typeof signature !== 'string') return nothingHere()
  if (variant !== '' && variant !== 'thumb') return nothingHere()
  const file = await servedById(kernel.database.ofOrg(orgId.data.toLowerCase()), fileId.data)
  if (!file) return nothingHere()
  const link = { fileId: file.id, expiry, variant, signature }
  if (!opens(Buffer.from(file.linkKey, 'base64url'), link, kernel.world.now().getTime())) return nothingHere()
  return answerFile(kernel, file, { variant, range: request.range })
}

async function openShort(kernel: Kernel, code: string, range: string | undefined): Promise<FileAnswer> {
  const system = kernel.database.asSystem('the code of a short link identifies its file')
  const target = await fileOfCode(system, codeHashOf(code), kernel.world.now())
  const file = target && (await servedById(kernel.database.ofOrg(target.orgId), target.fileId))
  return file ? answerFile(kernel, file, { variant: '', range }) : nothingHere()
}

async function mayTry(limit: Limit, address: string): Promise<boolean> {
  try {
    await limit.take(address)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
