import { IncomingWebhook, IncomingWebhookHTTPError, type IncomingWebhookSendArguments } from '@slack/webhook'
import { AddressRefused, type Egress } from '../../../kernel/egress/send-outside.ts'
import type { PostContent } from '../content-rules.ts'
import { problemOf, type PostOutcome } from '../outcome-rules.ts'

/** Slack's longest text of a section. */
const SECTION_MAX = 3_000

/** Posts to a channel of Slack, with Slack's client over our connections. */
export async function postToSlack(egress: Egress, url: string, content: PostContent): Promise<PostOutcome> {
  let retryAfter: string | undefined
  const webhook = new IncomingWebhook(url, {
    fetch: async (to, init) => {
      const { method = 'POST', headers = {}, body } = init ?? {}
      const response = await egress.fetch(String(to), { method, headers, body })
      // The client's error does not carry it.
      retryAfter = response.headers.get('retry-after') ?? undefined
      return response
    },
  })
  try {
    await webhook.send(slackMessage(content))
    return { http: 200, problem: null }
  } catch (error) {
    if (error instanceof IncomingWebhookHTTPError)
      return { http: error.statusCode, problem: problemOf(error.statusCode), retryAfter }
    const isRefused = error instanceof Error && 'original' in error && isAddressRefused(error.original)
    return { http: null, problem: isRefused ? 'address_refused' : 'down' }
  }
}

/** The host names a private address, or the look-up did, which the connection reports as its cause. */
function isAddressRefused(error: unknown): boolean {
  return error instanceof AddressRefused || (error instanceof Error && error.cause instanceof AddressRefused)
}

/**
 * Returns the message for Slack. Names and texts stand in plain text, where Slack interprets nothing: in its markup a name
 * such as `<!channel>` would notify everyone.
 */
export function slackMessage({ title, lines, quote, link, from }: PostContent): IncomingWebhookSendArguments {
  const plain = (text: string) => ({ type: 'plain_text' as const, text: text.slice(0, SECTION_MAX), emoji: false })
  return {
    // What a notification shows, and a screen reader reads.
    text: [title, ...lines].map(escaped).join('\n').slice(0, SECTION_MAX),
    blocks: [
      { type: 'section', text: plain([title, ...lines].join('\n')) },
      ...(quote === undefined ? [] : [{ type: 'section' as const, text: plain(`“${quote}”`) }]),
      { type: 'section', text: { type: 'mrkdwn', text: `<${link.url}|${escaped(link.label)}>`, verbatim: true } },
      { type: 'context', elements: [plain(`${from} · Crewline`)] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
