import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ChatState, SimPost } from './state.ts'

/** Slack's limits of a message: https://docs.slack.dev/reference/block-kit/blocks */
const BLOCKS_MAX = 50
const SECTION_MAX = 3_000
const TEXT_MAX = 40_000

/** Mounts Slack's incoming webhooks, with the answers that Slack documents. */
export function mountSlack(app: FastifyInstance, state: ChatState, save: () => void): void {
  app.post('/slack/services/:team/:id/:key', async (request, reply) => {
    const { id, key } = request.params as { id: string; key: string }
    const channel = state.channels.find((one) => one.kind === 'slack' && one.id === id)
    if (!channel) return say(reply, 404, 'no_service')
    if (channel.key !== key) return say(reply, 403, 'invalid_token')
    if (channel.isRevoked) return say(reply, 404, 'no_service')
    if (channel.isArchived) return say(reply, 410, 'channel_is_archived')
    if (channel.isDown) return say(reply, 500, 'rollup_error')
    if (channel.limited > 0) {
      channel.limited -= 1
      return say(reply.header('retry-after', String(channel.retryAfter)), 429, 'rate_limited')
    }
    const post = readMessage(request.body)
    if (typeof post === 'string') return say(reply, 400, post)
    channel.posts.push(post)
    save()
    return say(reply, 200, 'ok')
  })
}

function say(reply: FastifyReply, code: number, text: string): FastifyReply {
  return reply.code(code).type('text/plain; charset=utf-8').send(text)
}

interface Text {
  type?: unknown
  text?: unknown
  emoji?: unknown
  verbatim?: unknown
}

interface Block {
  type?: unknown
  text?: Text
  elements?: Text[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a message as Slack does; returns Slack's error when it is not valid. */
function readMessage(body: unknown): SimPost | string {
  if (!isObject(body)) return 'invalid_payload'
  const { text, blocks } = body
  if (text === undefined && blocks === undefined) return 'no_text'
  if (text !== undefined && (typeof text !== 'string' || text === '')) return 'no_text'
  if (typeof text === 'string' && text.length > TEXT_MAX) return 'msg_too_long'
  if (blocks === undefined) return { lines: linesOf(text as string), link: null, payload: body }
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > BLOCKS_MAX) return 'invalid_blocks'
  const lines: string[] = []
  let link: string | null = null
  for (const block of blocks as Block[]) {
    const texts = isObject(block) ? textsOf(block) : undefined
    if (!texts) return 'invalid_blocks'
    for (const part of texts) {
      if (!isValidText(part)) return 'invalid_blocks'
      const content = part.text as string
      const found = part.type === 'mrkdwn' ? /<(https?:[^|>]+)\|([^>]+)>/.exec(content) : null
      if (found?.[1]) link = found[1].replaceAll('&amp;', '&')
      lines.push(...linesOf(found?.[2] ?? content))
    }
  }
  return { lines, link, payload: body }
}

function textsOf(block: Block): Text[] | undefined {
  if (block.type === 'section') return block.text ? [block.text] : undefined
  if (block.type === 'context')
    return Array.isArray(block.elements) && block.elements.length > 0 ? block.elements : undefined
  return block.type === 'divider' ? [] : undefined
}

function isValidText(part: Text): boolean {
  if (!isObject(part) || typeof part.text !== 'string' || part.text === '' || part.text.length > SECTION_MAX)
    return false
  if (part.type === 'plain_text') return part.verbatim === undefined
  return part.type === 'mrkdwn' && part.emoji === undefined
}

function linesOf(text: string): string[] {
  return text.split('\n')
}
