import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import { renderPage } from '../../kernel/pages/frame.ts'
import { html, type HtmlValue } from '../../kernel/pages/html.ts'
import type { RenderedPage } from '../../kernel/pages/pack.ts'

const COLOR = '#1f5fd0'

/** Renders the page of an unsubscribe link. It asks first, because mail programs open links that no one clicked. */
export function unsubscribePage(
  state: 'ask' | 'done' | 'unknown' | 'limited',
  { organization, language }: { organization: string; language: string },
): RenderedPage {
  const write = (text: LocalizedText): string => localize(text, language)
  const { title, text } = TEXTS[state]
  const button =
    state === 'ask' && html`<form method="post"><button>${write(msg({ message: 'Unsubscribe' }))}</button></form>`
  const body: HtmlValue = html`<h1>${write(title)}</h1>
    <p>${write(text)}</p>
    ${button}`
  return renderPage({
    language,
    title: write(title),
    organization,
    color: COLOR,
    languages: [],
    languagesLabel: '',
    body,
  })
}

const TEXTS = {
  ask: {
    title: msg({ message: 'Stop email digests?' }),
    text: msg({ message: "You won't get emails about what is new. Everything stays in the app." }),
  },
  done: {
    title: msg({ message: "You're unsubscribed" }),
    text: msg({ message: 'You get no more email digests. You can turn them on again in Settings, Notifications.' }),
  },
  unknown: {
    title: msg({ message: "This link doesn't work" }),
    text: msg({ message: 'Open the link in the latest email, or turn digests off in Settings, Notifications.' }),
  },
  limited: {
    title: msg({ message: 'Wait a minute' }),
    text: msg({ message: 'Then open the link again.' }),
  },
}
