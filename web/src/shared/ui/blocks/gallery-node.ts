// Several pictures as one block of the editor; they are added and described in its panel.
import type { DescribedPicture } from '@crewline/contract/blocks'
import { Node } from '@tiptap/core'
import { COPIED, copiedSettings, pastedSettings, type Pasteable } from './paste-rules.ts'

interface GalleryOptions {
  urlOf: (fileId: string) => string
  /** Returns the words in place of a missing description. */
  describe: (alt: string) => string
  /** What the block says while it has no picture. */
  name: () => string
  known: Pasteable
}

export const Gallery = Node.create<GalleryOptions>({
  name: 'gallery',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({
    urlOf: () => '',
    describe: (alt) => alt,
    name: () => '',
    known: { hasFile: () => false, hasForm: () => false },
  }),
  addAttributes: () => ({ pictures: { default: [], rendered: false } }),
  parseHTML() {
    return [
      {
        tag: 'div[data-gallery]',
        getAttrs: (element) => pastedSettings('gallery', element.getAttribute(COPIED), this.options.known) ?? false,
      },
    ]
  },
  renderHTML({ node }) {
    const pictures = node.attrs['pictures'] as DescribedPicture[]
    const { urlOf, describe, name } = this.options
    return [
      'div',
      { 'data-gallery': '', [COPIED]: copiedSettings(node.attrs) },
      ...(pictures.length === 0 ? [name()] : []),
      ...pictures.map(({ fileId, alt, isDecoration }) => [
        'img',
        {
          src: urlOf(fileId),
          alt: isDecoration ? '' : describe(alt),
          ...(!isDecoration && alt === '' && { 'data-missing': '' }),
        },
      ]),
    ]
  },
})
