import { AUTONYMS } from '@crewline/contract/flow-languages'
import { minutesToRead } from '@crewline/contract/block-rules'
import { formatDate } from '@crewline/contract/formats'
import type { Logo } from '@crewline/contract/organizations'
import { NewsReaction, type NewsContent, type NewsLanguage } from '@crewline/contract/news'
import { BLOCK_STYLE, renderBlocks, type BlockPlaces } from '../../kernel/pages/blocks.ts'
import { onPaper, renderPage } from '../../kernel/pages/frame.ts'
import { html, type HtmlValue } from '../../kernel/pages/html.ts'
import { qrCode } from '../../kernel/pages/qr.ts'
import { COVER_STYLE, coverOf, linkPreview } from './cover.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_WORDS } from './page-words.ts'
import { contentIn } from './rules.ts'

/** A rendered page with its content security policy. */
export type Rendered = ReturnType<typeof renderPage>

/** What a page of an issue is made of. */
export interface ShownIssue {
  content: NewsContent
  language: NewsLanguage
  organization: string
  logo?: Logo | undefined
  timezone: string
  /** Its path; empty in a preview. */
  path: string
  /** The mark of a personal link, which stays on the page in another language or size; empty without one. */
  mark?: string
  /** Its whole address; empty in a preview. */
  address: string
  publishedAt: Date
  places: BlockPlaces
}

const COLOR = '#0b5fb0'

const PAGE_STYLE = `
.facts{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;color:var(--soft)}
.facts a{display:inline-block;padding-block:.625rem}
.reactions{margin-block-start:2rem;padding-block-start:1rem;border-block-start:1px solid var(--line)}
.reactions h2{font-size:1.0625rem;margin:0}
.reactions form{display:flex;flex-wrap:wrap;gap:.5rem;margin-block-start:.75rem}
.reactions button{inline-size:auto;margin:0;background:var(--field);color:var(--ink)}
.reactions button[aria-pressed=true]{background:var(--brand);color:var(--on)}
`
const LARGE_STYLE = 'html{font-size:137.5%}'

const EMOJI: Record<NewsReaction, string> = { like: '👍', love: '❤️', useful: '💡' }

/** Renders an issue for a phone. `reacted` is what the reader just said. */
export function issuePage(
  shown: ShownIssue,
  { isLarge = false, reacted }: { isLarge?: boolean; reacted?: NewsReaction | undefined } = {},
): Rendered {
  const { content, language, organization, path, mark = '' } = shown
  const words = PAGE_WORDS[language]
  const { title, cover, blocks } = contentIn(content, language)
  const address = (tag: NewsLanguage, large: boolean) =>
    `${path}?lang=${tag}${large ? '&size=large' : ''}${mark === '' ? '' : `&p=${mark}`}`
  // A preview counts no readers.
  const isCounted = path !== ''
  const rendered = renderPage({
    language,
    title: `${title} · ${organization}`,
    organization,
    logo: shown.logo,
    color: COLOR,
    languages: [content.language, ...content.languages]
      .filter((tag) => tag !== language)
      .map((tag) => ({ tag, name: AUTONYMS[tag], href: address(tag, isLarge) })),
    languagesLabel: words.language,
    style: BLOCK_STYLE + COVER_STYLE + PAGE_STYLE + (isLarge ? LARGE_STYLE : ''),
    head: linkPreview(shown, title, cover),
    script: isCounted ? PAGE_SCRIPT : undefined,
    plays: blocks.some((block) => block.type === 'video' && block.fileId !== null),
    body: html`<article>
        ${coverOf(shown, cover)}
        <h1 dir="auto">${title}</h1>
        <p class="facts">
          <time datetime="${shown.publishedAt.toISOString()}">${dateOf(shown)}</time>
          <span>${words.minutes.replace('{minutes}', String(minutesToRead(blocks)))}</span>
          <a href="${address(language, !isLarge)}">${isLarge ? words.smaller : words.larger}</a>
        </p>
        ${renderBlocks(blocks, shown.places)}
      </article>
      ${content.reactions && reactions({ language, action: address(language, isLarge), reacted })}`,
  })
  return isCounted ? { ...rendered, policy: `${rendered.policy}; connect-src 'self'` } : rendered
}

function reactions({
  language,
  action,
  reacted,
}: {
  language: NewsLanguage
  action: string
  reacted: NewsReaction | undefined
}): HtmlValue {
  const words = PAGE_WORDS[language]
  return html`<section class="reactions" aria-labelledby="reactions">
    <h2 id="reactions">${words.question}</h2>
    ${reacted && html`<p role="status">${words.thanks}</p>`}
    <form method="post" action="${action}">
      ${NewsReaction.options.map(
        (reaction) =>
          html`<button name="reaction" value="${reaction}" aria-pressed="${String(reaction === reacted)}">
            <span aria-hidden="true">${EMOJI[reaction]}</span> ${words.reactions[reaction]}
          </button>`,
      )}
    </form>
  </section>`
}

/** Black on white in both color schemes, because it is printed. */
const POSTER_STYLE = `
@page{margin:12mm}
:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#333;--field:#f4f5f7}
body{background:#fff;color:#000}
.page{max-width:46rem}
header p{font-size:1.25rem}
.poster h1{font-size:2.5rem}
.poster .blocks{font-size:1.25rem}
.poster img{max-block-size:40vh;object-fit:contain}
.poster .cover{max-block-size:30vh}
.poster .action,.poster video,.poster .poll button{display:none}
.poster .blocks .gallery img{max-block-size:none}
.poster .card{break-inside:avoid}
.poster .card a{text-decoration:none}
.poster li,.poster p,.poster img{break-inside:avoid}
.scan{display:grid;grid-template-columns:9rem 1fr;gap:1.5rem;align-items:center;margin-block-start:2rem;break-inside:avoid}
.scan svg{inline-size:9rem;block-size:9rem;background:#fff}
.scan b{display:block;font-size:1.375rem}
@media print{.page{padding:0}}
`

/** Renders an issue as a sheet of A4 or Letter, with a code that opens it on a phone. */
export function posterPage(shown: ShownIssue, link: string): Rendered {
  const { content, language, organization } = shown
  const { title, cover, blocks } = contentIn(content, language)
  return renderPage({
    language,
    title: `${title} · ${organization}`,
    organization,
    logo: onPaper(shown.logo),
    color: COLOR,
    languages: [],
    languagesLabel: PAGE_WORDS[language].language,
    style: BLOCK_STYLE + COVER_STYLE + POSTER_STYLE,
    body: html`<article class="poster">
      ${coverOf(shown, cover)}
      <h1 dir="auto">${title}</h1>
      <p class="soft">${dateOf(shown)}</p>
      ${renderBlocks(blocks, shown.places)} ${scan(language, link)}
    </article>`,
  })
}

/** Sized by the screen, so that it is read from some meters away; what does not fit is read on the phone. */
const SCREEN_STYLE = `
html{font-size:clamp(16px,2.1vw,60px)}
body{block-size:100vh;overflow:hidden}
.page{max-width:none;block-size:100vh;padding:1.25rem 2rem;display:flex;flex-direction:column}
main{flex:1;min-block-size:0}
.screen{display:grid;grid-template-columns:1fr min(14rem,30vw);gap:2rem;block-size:100%}
.screen article{min-inline-size:0;overflow:hidden;mask-image:linear-gradient(#000 88%,transparent)}
.screen h1{font-size:2.25rem}
.screen .blocks img{max-block-size:45vh;inline-size:auto;max-inline-size:100%}
.screen .cover{inline-size:auto;max-inline-size:100%;max-block-size:35vh}
.screen .action,.screen video,.screen .poll button,.screen .poll input{display:none}
.screen .blocks .gallery img{inline-size:100%;max-block-size:none}
.screen .card a{text-decoration:none}
.scan{display:flex;flex-direction:column;gap:1rem;align-self:end;text-align:center}
.scan svg{inline-size:100%;block-size:auto;background:#fff}
.scan svg path{fill:#000}
.scan p{display:none}
.scan b{display:block}
@media(max-aspect-ratio:1/1){.screen{grid-template-columns:1fr;grid-template-rows:1fr auto}}
`

/** Renders an issue for the screen of a break room, with a code that opens it on a phone. */
export function screenPage(shown: ShownIssue, link: string): Rendered {
  const { content, language, organization } = shown
  const { title, cover, blocks } = contentIn(content, language)
  return renderPage({
    language,
    title: `${title} · ${organization}`,
    organization,
    logo: shown.logo,
    color: COLOR,
    languages: [],
    languagesLabel: PAGE_WORDS[language].language,
    style: BLOCK_STYLE + COVER_STYLE + SCREEN_STYLE,
    body: html`<div class="screen">
      <article>
        ${coverOf(shown, cover)}
        <h1 dir="auto">${title}</h1>
        ${renderBlocks(blocks, shown.places)}
      </article>
      ${scan(language, link)}
    </div>`,
  })
}

function scan(language: NewsLanguage, link: string): HtmlValue {
  return html`<div class="scan">
    ${qrCode(link)}
    <div>
      <b>${PAGE_WORDS[language].scan}</b>
      <p dir="ltr">${link.replace(/^https?:\/\//, '')}</p>
    </div>
  </div>`
}

/** Renders the page for an address that is over or unknown; it says nothing about our product. */
export function closedPage(language: NewsLanguage, kind: 'over' | 'unknown' | 'slow'): Rendered {
  const [title, text] = PAGE_WORDS[language][kind]
  return renderPage({
    language,
    title,
    organization: '',
    color: COLOR,
    languages: [],
    languagesLabel: '',
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  })
}

function dateOf({ publishedAt, language, timezone }: ShownIssue): string {
  return formatDate(publishedAt, 'longWeekdayDate', language, timezone)
}
