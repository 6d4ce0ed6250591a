import type { Egress } from '../../../kernel/egress/send-outside.ts'
import type { PostContent } from '../content-rules.ts'
import { problemOf, type PostOutcome } from '../outcome-rules.ts'

/** Posts an adaptive card to a channel of Teams, through the workflow at this URL. */
export async function postToTeams(egress: Egress, url: string, content: PostContent): Promise<PostOutcome> {
  const response = await egress.post(
    url,
    { 'content-type': 'application/json' },
    JSON.stringify({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: adaptiveCard(content) }],
    }),
  )
  if ('http' in response)
    return { http: response.http, problem: problemOf(response.http), retryAfter: response.retryAfter }
  return { http: null, problem: response.failure === 'address_refused' ? 'address_refused' : 'down' }
}

/**
 * Returns the card (https://adaptivecards.io/schemas/adaptive-card.json). Names and texts are runs of text, where Teams
 * interprets nothing: in a text block a name could be a link.
 */
export function adaptiveCard({ title, lines, quote, link, from }: PostContent): object {
  const paragraph = (text: string, look: object = {}, isApart = false) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...look }],
    ...(isApart ? { separator: true, spacing: 'Medium' } : {}),
  })
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: title,
    body: [
      paragraph(title, { weight: 'Bolder', size: 'Medium' }),
      ...lines.map((line) => paragraph(line)),
      ...(quote === undefined ? [] : [paragraph(`“${quote}”`, { italic: true })]),
      paragraph(`${from} · Crewline`, { size: 'Small', isSubtle: true }, true),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  }
}
