import type { Cover } from '@crewline/contract/blocks'
import { html, type HtmlValue } from '../../kernel/pages/html.ts'
import type { ShownIssue } from './page.ts'

/** The style of a cover, which poster and screen make smaller. */
export const COVER_STYLE = `.cover{display:block;inline-size:100%;block-size:auto;max-block-size:60vh;object-fit:cover;border-radius:.5rem}
`

/** What messengers and other sites show of the link: the title and the cover. */
export function linkPreview(
  { organization, address, places }: ShownIssue,
  title: string,
  cover: Cover | null,
): HtmlValue {
  const picture = cover ? places.pictureOf(cover.fileId) : undefined
  return html`<meta property="og:type" content="article" />
    <meta property="og:title" content="${title}" />
    <meta property="og:site_name" content="${organization}" />
    ${
      picture &&
      address !== '' &&
      html`<meta property="og:image" content="${new URL(picture.src, address).href}" />
        <meta property="og:image:width" content="${picture.width}" />
        <meta property="og:image:height" content="${picture.height}" />
        ${cover && !cover.isDecoration && html`<meta property="og:image:alt" content="${cover.alt}" />`}`
    }`
}

/** The cover at the top of a page; nothing without one. */
export function coverOf({ places }: ShownIssue, cover: Cover | null): HtmlValue {
  const picture = cover ? places.pictureOf(cover.fileId) : undefined
  return (
    picture &&
    html`<img
      class="cover"
      src="${picture.src}"
      width="${picture.width}"
      height="${picture.height}"
      alt="${cover?.isDecoration ? '' : cover?.alt}"
      fetchpriority="high"
    />`
  )
}
