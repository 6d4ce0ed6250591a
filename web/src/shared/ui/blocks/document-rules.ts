// Converts between block documents and the documents of the editor's library.
import type { Block, DescribedPicture, Span } from '@crewline/contract/blocks'
import { HREF_MAX } from '@crewline/contract/block-limits'
import { isSafeHref, joinedSpans } from '@crewline/contract/block-rules'
import type { JSONContent } from '@tiptap/core'

type Mark = NonNullable<JSONContent['marks']>[number]

/** Makes the id of a new block. */
export function newBlockId(): string {
  const random = crypto.getRandomValues(new Uint8Array(12))
  return `b${Array.from(random, (byte) => (byte % 36).toString(36)).join('')}`
}

function inlineFrom(spans: readonly Span[]): JSONContent[] {
  return spans.map(({ text, bold, italic, href }) => {
    const marks: Mark[] = [
      ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
      ...(bold ? [{ type: 'bold' }] : []),
      ...(italic ? [{ type: 'italic' }] : []),
    ]
    return { type: 'text', text, ...(marks.length > 0 && { marks }) }
  })
}

function nodeFrom(block: Block): JSONContent {
  const attrs = { blockId: block.id }
  switch (block.type) {
    case 'heading':
      return { type: 'heading', attrs: { ...attrs, level: block.level }, content: inlineFrom(block.text) }
    case 'paragraph':
      return { type: 'paragraph', attrs, content: inlineFrom(block.text) }
    case 'callout':
      return { type: 'callout', attrs: { ...attrs, tone: block.tone }, content: inlineFrom(block.text) }
    case 'list':
      return {
        type: block.style === 'numbers' ? 'orderedList' : 'bulletList',
        attrs,
        content: block.items.map((item) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: inlineFrom(item) }],
        })),
      }
    case 'picture':
      return {
        type: 'picture',
        attrs: {
          ...attrs,
          fileId: block.fileId,
          alt: block.alt,
          isDecoration: block.isDecoration,
          href: block.href ?? '',
          size: block.size ?? 'large',
          align: block.align ?? 'start',
        },
      }
    case 'gallery':
      return { type: 'gallery', attrs: { ...attrs, pictures: block.pictures } }
    case 'poll':
      return { type: 'pollCard', attrs: { ...attrs, formId: block.formId } }
    case 'button':
      return { type: 'actionButton', attrs: { ...attrs, label: block.label, href: block.href } }
    case 'divider':
      return { type: 'horizontalRule', attrs }
    case 'quote':
      return { type: 'quote', attrs: { ...attrs, from: block.from }, content: inlineFrom(block.text) }
    case 'file':
      return { type: 'fileCard', attrs: { ...attrs, fileId: block.fileId, label: block.label } }
    case 'video':
      return { type: 'videoCard', attrs: { ...attrs, fileId: block.fileId, href: block.href, label: block.label } }
    case 'form':
      return { type: 'formCard', attrs: { ...attrs, formId: block.formId, label: block.label } }
    case 'contact': {
      const { id: _id, type: _type, ...person } = block
      return { type: 'contactCard', attrs: { ...attrs, ...person } }
    }
    case 'celebrations':
      return { type: 'celebrationsCard', attrs: { ...attrs, days: block.days } }
    case 'event': {
      const { id: _id, type: _type, ...event } = block
      return { type: 'eventCard', attrs: { ...attrs, ...event } }
    }
  }
}

/** Returns the document of the editor; an empty one begins with a paragraph. */
export function documentFrom(blocks: readonly Block[]): JSONContent {
  const content = blocks.map(nodeFrom)
  return {
    type: 'doc',
    content: content.length > 0 ? content : [{ type: 'paragraph', attrs: { blockId: newBlockId() } }],
  }
}

function spansFrom(content: readonly JSONContent[] | undefined): Span[] {
  return joinedSpans(
    (content ?? []).flatMap(({ text, marks = [] }): Span[] => {
      if (!text) return []
      const href: unknown = marks.find(({ type }) => type === 'link')?.attrs?.['href']
      return [
        {
          text,
          ...(marks.some(({ type }) => type === 'bold') && { bold: true as const }),
          ...(marks.some(({ type }) => type === 'italic') && { italic: true as const }),
          // Pasted text may have a link within its own website, or a longer one than fits.
          ...(typeof href === 'string' && href.length <= HREF_MAX && isSafeHref(href) && { href }),
        },
      ]
    }),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function blockFrom({ type, attrs = {}, content }: JSONContent): Block | undefined {
  const { blockId, level, tone, fileId, label, href } = attrs as Record<string, unknown>
  if (typeof blockId !== 'string') return undefined
  const id = blockId
  switch (type) {
    case 'heading':
      return { id, type, level: level === 3 ? 3 : 2, text: spansFrom(content) }
    case 'paragraph':
      return { id, type, text: spansFrom(content) }
    case 'callout':
      return { id, type, tone: tone === 'important' ? 'important' : 'info', text: spansFrom(content) }
    case 'bulletList':
    case 'orderedList': {
      const items = (content ?? []).map((item) => spansFrom(item.content?.[0]?.content))
      return { id, type: 'list', style: type === 'orderedList' ? 'numbers' : 'bullets', items }
    }
    case 'picture':
      return pictureFrom(id, attrs)
    case 'gallery':
      return { id, type, pictures: picturesOf(attrs['pictures']) }
    case 'pollCard':
      return { id, type: 'poll', formId: idOf(attrs['formId']) }
    case 'actionButton':
      return { id, type: 'button', label: textOf(label), href: textOf(href) }
    case 'horizontalRule':
      return { id, type: 'divider' }
    case 'quote':
      return { id, type, text: spansFrom(content), from: textOf(attrs['from']) }
    case 'fileCard':
      return { id, type: 'file', fileId: textOf(fileId), label: textOf(label) }
    case 'videoCard':
      return { id, type: 'video', fileId: idOf(fileId), href: textOf(href), label: textOf(label) }
    case 'formCard':
      return { id, type: 'form', formId: idOf(attrs['formId']), label: textOf(label) }
    case 'contactCard': {
      const [name = '', role = '', phone = '', email = ''] = ['name', 'role', 'phone', 'email'].map((field) =>
        textOf(attrs[field]),
      )
      return { id, type: 'contact', name, role, phone, email }
    }
    case 'celebrationsCard': {
      const { days } = attrs as Record<string, unknown>
      return { id, type: 'celebrations', days: days === 31 ? 31 : days === 14 ? 14 : 7 }
    }
    case 'eventCard': {
      const [title, startsAt, endsAt, timezone, place] = ['title', 'startsAt', 'endsAt', 'timezone', 'place'].map(
        (name) => textOf(attrs[name]),
      )
      return {
        id,
        type: 'event',
        title: title ?? '',
        startsAt: startsAt ?? '',
        endsAt: endsAt ?? '',
        timezone: timezone || 'UTC',
        place: place ?? '',
      }
    }
    default:
      return undefined
  }
}

/** Returns a picture block; its size, place and address are left out where they are the usual ones. */
function pictureFrom(id: string, attrs: Readonly<Record<string, unknown>>): Extract<Block, { type: 'picture' }> {
  const { fileId, alt, isDecoration, href, size, align } = attrs
  return {
    id,
    type: 'picture',
    fileId: textOf(fileId),
    alt: textOf(alt),
    isDecoration: isDecoration === true,
    ...(textOf(href) !== '' && { href: textOf(href) }),
    ...((size === 'medium' || size === 'small') && { size }),
    ...((align === 'center' || align === 'end') && { align }),
  }
}

function picturesOf(value: unknown): DescribedPicture[] {
  return (Array.isArray(value) ? (value as Partial<DescribedPicture>[]) : []).map(({ fileId, alt, isDecoration }) => ({
    fileId: textOf(fileId),
    alt: textOf(alt),
    isDecoration: isDecoration === true,
  }))
}

/** Returns the blocks of the editor's document. */
export function blocksFrom(document: JSONContent): Block[] {
  return (document.content ?? []).flatMap((node) => blockFrom(node) ?? [])
}

/** Returns the place between blocks for a height: 0 is before the first, and the middle of a block is the border. */
export function placeAt(rects: readonly { top: number; bottom: number }[], y: number): number {
  const after = rects.findIndex(({ top, bottom }) => y < (top + bottom) / 2)
  return after === -1 ? rects.length : after
}
