import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ChatState, SimPost } from './state.ts'

/** The largest message that Teams posts, in bytes. */
const CARD_MAX_BYTES = 28 * 1024

/** Mounts the trigger of a workflow "Post to a channel when a webhook request is received", as Power Automate answers. */
export function mountTeams(app: FastifyInstance, state: ChatState, save: () => void): void {
  app.post('/teams/workflows/:id/triggers/manual/paths/invoke', async (request, reply) => {
    const { id } = request.params as { id: string }
    const { sig = '' } = request.query as { sig?: string }
    const channel = state.channels.find((one) => one.kind === 'teams' && one.id === id)
    if (!channel || channel.isRevoked) return refuse(reply, 404, 'WorkflowNotFound')
    if (channel.key !== sig) return refuse(reply, 401, 'DirectApiAuthorizationRequired')
    if (channel.isDown) return refuse(reply, 502, 'BadGateway')
    if (channel.limited > 0) {
      channel.limited -= 1
      return refuse(reply.header('retry-after', String(channel.retryAfter)), 429, 'WorkflowTriggerThrottled')
    }
    const post = readCard(request.body)
    if (!post) return refuse(reply, 400, 'InvalidBotAdaptiveCard')
    channel.posts.push(post)
    save()
    return reply.code(202).send()
  })
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: `The simulator answers ${code}.` } })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Reads the message with its card; undefined when Teams would not show it. */
function readCard(body: unknown): SimPost | undefined {
  if (!isObject(body) || body['type'] !== 'message' || !Array.isArray(body['attachments'])) return undefined
  if (Buffer.byteLength(JSON.stringify(body)) > CARD_MAX_BYTES) return undefined
  const attachments = body['attachments'] as unknown[]
  const lines: string[] = []
  let link: string | null = null
  for (const attachment of attachments) {
    if (!isObject(attachment) || attachment['contentType'] !== 'application/vnd.microsoft.card.adaptive')
      return undefined
    const card = attachment['content']
    if (!isObject(card) || card['type'] !== 'AdaptiveCard' || !/^1\.[0-5]$/.test(String(card['version'])))
      return undefined
    if (!Array.isArray(card['body'])) return undefined
    for (const element of card['body'] as unknown[]) {
      const line = lineOf(element)
      if (line === undefined) return undefined
      lines.push(line)
    }
    for (const action of (card['actions'] ?? []) as unknown[]) {
      if (!isObject(action) || action['type'] !== 'Action.OpenUrl') return undefined
      if (!isText(action['title']) || !isText(action['url']) || !URL.canParse(action['url'])) return undefined
      link = action['url']
    }
  }
  return attachments.length === 0 ? undefined : { lines, link, payload: body }
}

function lineOf(element: unknown): string | undefined {
  if (!isObject(element)) return undefined
  if (element['type'] === 'TextBlock') return isText(element['text']) ? element['text'] : undefined
  if (element['type'] !== 'RichTextBlock' || !Array.isArray(element['inlines'])) return undefined
  const runs = (element['inlines'] as unknown[]).map((run) =>
    isObject(run) && run['type'] === 'TextRun' && isText(run['text']) ? run['text'] : undefined,
  )
  return runs.includes(undefined) ? undefined : runs.join('')
}
