// What a form has in addition when it is answered as a poll in an issue of news.
import { pollAnchor } from '../../kernel/pages/block-cards.ts'
import { html, type HtmlValue } from '../../kernel/pages/html.ts'
import type { ShownForm } from './page.ts'
import { textsIn } from './page-texts.ts'
import type { PollPlace } from './poll-reader.ts'

/** Leads from a poll back to its place in the issue. */
export function toIssue({ poll, language, path }: ShownForm): HtmlValue {
  if (!poll) return ''
  const query = new URLSearchParams({ lang: language, ...(poll.mark !== '' && { p: poll.mark }) }).toString()
  return html`<p>
    <a href="/public/news/${poll.issue}?${query}#${pollAnchor(path)}">${textsIn(language).toNews}</a>
  </p>`
}

/** The answer to a poll names its reader again when it is sent again. */
export function pollFields({ issue, mark }: PollPlace): HtmlValue {
  return html`<input type="hidden" name="issue" value="${issue}" />
    ${mark !== '' && html`<input type="hidden" name="p" value="${mark}" />`}`
}
