// The parts of the editor: which blocks there are, and what keeps them as the contract describes them.
import { HREF_MAX } from '@crewline/contract/block-limits'
import { isSafeHref } from '@crewline/contract/block-rules'
import { Extension, mergeAttributes, Node } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions'
import { Plugin } from '@tiptap/pm/state'
import { CARD_TYPES, makeCards, type DescribeCard } from './card-nodes.ts'
import { newBlockId } from './document-rules.ts'
import { Gallery } from './gallery-node.ts'
import { COPIED, copiedSettings, pastedSettings, type Pasteable } from './paste-rules.ts'

/** The kinds of nodes that are blocks. */
const BLOCK_TYPES = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'callout',
  'picture',
  'gallery',
  'actionButton',
  'horizontalRule',
  'quote',
  ...CARD_TYPES,
]

/** Gives each block an id of its own: a new one when a block is split, pasted or duplicated. */
const BlockIds = Extension.create({
  name: 'blockIds',
  addGlobalAttributes: () => [
    { types: BLOCK_TYPES, attributes: { blockId: { default: null, rendered: false, keepOnSplit: false } } },
  ],
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, state) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        const seen = new Set<string>()
        const change = state.tr
        state.doc.forEach((node, offset) => {
          const id: unknown = node.attrs['blockId']
          if (typeof id === 'string' && !seen.has(id)) {
            seen.add(id)
            return
          }
          change.setNodeAttribute(offset, 'blockId', newBlockId())
        })
        return change.docChanged ? change.setMeta('addToHistory', false) : null
      },
    }),
  ],
})

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ tone: { default: 'info' } }),
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes), 0],
})

const NOTHING_KNOWN: Pasteable = { hasFile: () => false, hasForm: () => false }

/** A quote; who said it stands in its settings, and below it. */
const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ from: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'blockquote',
      getAttrs: (element) => pastedSettings('quote', element.getAttribute(COPIED), NOTHING_KNOWN) ?? null,
    },
  ],
  renderHTML: ({ node }) => [
    'blockquote',
    { 'data-from': String(node.attrs['from']), [COPIED]: copiedSettings(node.attrs) },
    0,
  ],
})

/** A picture; `urlOf` returns where the member can see it. */
const Picture = Node.create<{ urlOf: (fileId: string) => string; describe: (alt: string) => string; known: Pasteable }>(
  {
    name: 'picture',
    group: 'block',
    atom: true,
    draggable: true,
    addOptions: () => ({ urlOf: () => '', describe: (alt) => alt, known: NOTHING_KNOWN }),
    // Pictures of other pages are not pasted: only files of the organization are shown.
    addAttributes: () => ({
      fileId: { default: '', rendered: false },
      alt: { default: '', rendered: false },
      isDecoration: { default: false, rendered: false },
      href: { default: '', rendered: false },
      size: { default: 'large', rendered: false },
      align: { default: 'start', rendered: false },
    }),
    parseHTML() {
      return [
        {
          tag: `img[${COPIED}]`,
          getAttrs: (element) => pastedSettings('picture', element.getAttribute(COPIED), this.options.known) ?? false,
        },
      ]
    },
    renderHTML({ node }) {
      const { fileId, alt, isDecoration, size, align } = node.attrs as Record<
        'fileId' | 'alt' | 'size' | 'align',
        string
      > & {
        isDecoration: boolean
      }
      const isMissing = !isDecoration && alt === ''
      return [
        'img',
        {
          [COPIED]: copiedSettings(node.attrs),
          src: this.options.urlOf(fileId),
          alt: isDecoration ? '' : this.options.describe(alt),
          'data-size': size,
          'data-align': align,
          ...(isMissing && { 'data-missing': '' }),
        },
      ]
    },
  },
)

const ActionButton = Node.create({
  name: 'actionButton',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ label: { default: '', rendered: false }, href: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-button]',
      getAttrs: (element) => pastedSettings('actionButton', element.getAttribute(COPIED), NOTHING_KNOWN) ?? false,
    },
  ],
  renderHTML: ({ node }) => [
    'div',
    { 'data-button': '', [COPIED]: copiedSettings(node.attrs) },
    String(node.attrs['label']) || '…',
  ],
})

/** Items hold one paragraph, so that lists have no levels. */
const FlatItem = ListItem.extend({ content: 'paragraph' })

/** Returns the parts of an editor. */
export function makeExtensions({
  placeholder,
  urlOf,
  describe,
  describeCard,
  galleryName,
  known,
}: {
  placeholder: string
  urlOf: (fileId: string) => string
  describe: (alt: string) => string
  describeCard: DescribeCard
  /** Returns what a gallery without pictures says. */
  galleryName: () => string
  /** What a pasted block may show. */
  known: Pasteable
}) {
  return [
    Document,
    Text,
    Paragraph,
    Heading.configure({ levels: [2, 3] }),
    Bold,
    Italic,
    Link.configure({
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      isAllowedUri: (url) => url.length <= HREF_MAX && isSafeHref(url.includes(':') ? url : `https://${url}`),
      HTMLAttributes: { target: null, rel: null },
    }),
    BulletList,
    OrderedList,
    FlatItem,
    ListKeymap,
    HorizontalRule,
    Callout,
    Picture.configure({ urlOf, describe, known }),
    Gallery.configure({ urlOf, describe, name: galleryName, known }),
    ActionButton,
    Quote,
    ...makeCards(describeCard, known),
    BlockIds,
    Dropcursor,
    Gapcursor,
    UndoRedo.configure({ depth: 100 }),
    Placeholder.configure({ placeholder }),
  ]
}
