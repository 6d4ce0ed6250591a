// Documents made of blocks as HTML, for every public page that shows one. Everything is written from the parsed document:
// there is no HTML in it, addresses are checked again, and pictures come from the page's own files only.
import type { Block, DescribedPicture, Span } from '@crewline/contract/blocks'
import { isSafeHref } from '@crewline/contract/block-rules'
import {
  CARD_STYLE,
  celebrationsCard,
  contactCard,
  eventCard,
  fileCard,
  formCard,
  pollCard,
  videoCard,
  type CardPlaces,
} from './block-cards.ts'
import { html, type Html, type HtmlValue } from './html.ts'

/** Where the parts of a document outside of it are. */
export interface BlockPlaces extends CardPlaces {
  /** Returns a picture; undefined for one that does not exist, which is left out. */
  pictureOf: (fileId: string) => { src: string; width: number; height: number } | undefined
  /** Returns the address that a link opens, such as one that counts clicks. The address itself by default. */
  hrefOf?: (href: string) => string
}

/** The style of blocks; a page that renders some adds it to its own. */
export const BLOCK_STYLE = `
.blocks>*{margin-block:0 1rem}
.blocks h2{font-size:1.3125rem;line-height:1.3;margin-block:1.5rem .5rem}
.blocks h3{font-size:1.125rem;line-height:1.35;margin-block:1.25rem .5rem}
.blocks ul,.blocks ol{padding-inline-start:1.5rem}
.blocks li{margin-block:.25rem}
.blocks img{display:block;inline-size:100%;block-size:auto;border-radius:.5rem;background:var(--field)}

.placed{display:grid}.placed.medium{inline-size:66%}.placed.small{inline-size:40%}
.placed.center{margin-inline:auto}.placed.end{margin-inline-start:auto}
.blocks .gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9rem,45%),1fr));gap:.5rem;padding:0;list-style:none}
.blocks .gallery li{margin:0}
.blocks .gallery img{aspect-ratio:1;block-size:100%;object-fit:cover}
.blocks hr{border:0;border-block-start:1px solid var(--line);margin-block:1.5rem}
.callout{padding:.75rem 1rem;border-inline-start:.25rem solid var(--line);border-radius:.25rem;background:var(--field)}
.callout.important{border-inline-start-color:var(--bad);font-weight:600}
.action a{display:block;padding:.75rem 1rem;min-height:3rem;text-align:center;font-weight:600;text-decoration:none;color:var(--on);background:var(--brand);border:1px solid var(--line);border-radius:.5rem}
.blocks blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:.25rem solid var(--brand);font-size:1.125rem}
.blocks blockquote p{margin:0}
.blocks cite{display:block;margin-block-start:.25rem;font-size:1rem;font-style:normal;color:var(--soft)}
${CARD_STYLE}`

/** Renders blocks. The first picture is loaded at once, others when they come into view. */
export function renderBlocks(blocks: readonly Block[], places: BlockPlaces): Html {
  const firstPicture = blocks.find(({ type }) => type === 'picture')
  return html`<div class="blocks">${blocks.map((block) => renderBlock(block, places, block === firstPicture))}</div>`
}

function renderBlock(block: Block, places: BlockPlaces, isFirstPicture: boolean): HtmlValue {
  switch (block.type) {
    case 'heading': {
      if (block.text.length === 0) return undefined
      const text = spans(block.text, places)
      return block.level === 2 ? html`<h2 dir="auto">${text}</h2>` : html`<h3 dir="auto">${text}</h3>`
    }
    case 'paragraph':
      return block.text.length > 0 && html`<p dir="auto">${spans(block.text, places)}</p>`
    case 'callout':
      return (
        block.text.length > 0 &&
        html`<p class="callout ${block.tone === 'important' && 'important'}" dir="auto">
          ${spans(block.text, places)}
        </p>`
      )
    case 'list': {
      const items = block.items.map((item) => item.length > 0 && html`<li dir="auto">${spans(item, places)}</li>`)
      return block.style === 'numbers'
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`
    }
    case 'picture':
      return placedPicture(block, places, isFirstPicture)
    case 'gallery': {
      const items = block.pictures.map((picture) => galleryItem(picture, places))
      return (
        items.some(Boolean) &&
        html`<ul class="gallery">
          ${items}
        </ul>`
      )
    }
    case 'button':
      return (
        block.label !== '' &&
        isSafeHref(block.href) &&
        html`<p class="action">
          <a href="${target(block.href, places)}" rel="noreferrer" dir="auto">${block.label}</a>
        </p>`
      )
    case 'divider':
      return html`<hr />`
    case 'quote':
      return (
        block.text.length > 0 &&
        html`<blockquote>
          <p dir="auto">${spans(block.text, places)}</p>
          ${block.from !== '' && html`<cite dir="auto">${block.from}</cite>`}
        </blockquote>`
      )
    case 'file':
      return fileCard(block, places)
    case 'video':
      return videoCard(block, places, (href) => target(href, places))
    case 'form':
      return formCard(block, places, (href) => target(href, places))
    case 'poll':
      return pollCard(block, places)
    case 'event':
      return eventCard(block, places)
    case 'contact':
      return contactCard(block)
    case 'celebrations':
      return celebrationsCard(block, places)
  }
}

function pictureOf({ fileId, alt, isDecoration }: DescribedPicture, places: BlockPlaces, isFirst: boolean): HtmlValue {
  const picture = places.pictureOf(fileId)
  return (
    picture &&
    html`<img
      src="${picture.src}"
      width="${picture.width}"
      height="${picture.height}"
      alt="${isDecoration ? '' : alt}"
      ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}
    />`
  )
}

/** A picture at its size and place, which may open an address. */
function placedPicture(block: Extract<Block, { type: 'picture' }>, places: BlockPlaces, isFirst: boolean): HtmlValue {
  const image = pictureOf(block, places, isFirst)
  const { href = '', size = 'large', align = 'start' } = block
  if (!image) return undefined
  const shown =
    href !== '' && isSafeHref(href) ? html`<a href="${target(href, places)}" rel="noreferrer">${image}</a>` : image
  return size === 'large' && shown === image ? image : html`<div class="placed ${size} ${align}">${shown}</div>`
}

/** A small picture that opens whole; decoration is nothing to open. */
function galleryItem(picture: DescribedPicture, places: BlockPlaces): HtmlValue {
  const image = pictureOf(picture, places, false)
  if (!image) return undefined
  return picture.isDecoration || picture.alt === ''
    ? html`<li>${image}</li>`
    : html`<li><a href="${places.pictureOf(picture.fileId)?.src ?? ''}">${image}</a></li>`
}

function spans(pieces: readonly Span[], places: BlockPlaces): HtmlValue {
  return pieces.map(({ text, bold, italic, href }): HtmlValue => {
    const leaning: HtmlValue = italic ? html`<em>${text}</em>` : text
    const marked: HtmlValue = bold ? html`<strong>${leaning}</strong>` : leaning
    return href !== undefined && isSafeHref(href)
      ? html`<a href="${target(href, places)}" rel="noreferrer">${marked}</a>`
      : marked
  })
}

/** Only web pages are counted; an email or a phone number opens at once. */
function target(href: string, { hrefOf }: BlockPlaces): string {
  return hrefOf && /^https?:/i.test(href) ? hrefOf(href) : href
}
