// The blocks that are set in their panel and shown in the editor as a card with a few words.
import { Node, type Attributes } from '@tiptap/core'
import { COPIED, copiedSettings, pastedSettings, type Pasteable } from './paste-rules.ts'

/** The names of these nodes. */
export const CARD_TYPES = [
  'fileCard',
  'videoCard',
  'formCard',
  'pollCard',
  'eventCard',
  'contactCard',
  'celebrationsCard',
] as const
export type CardType = (typeof CARD_TYPES)[number]

/** Returns the words on a card. */
export type DescribeCard = (type: CardType, attributes: Readonly<Record<string, unknown>>) => string

const FIELDS: Record<CardType, Record<string, string | number | null>> = {
  fileCard: { fileId: '', label: '' },
  videoCard: { fileId: null, href: '', label: '' },
  formCard: { formId: null, label: '' },
  pollCard: { formId: null },
  celebrationsCard: { days: 7 },
  contactCard: { name: '', role: '', phone: '', email: '' },
  eventCard: { title: '', startsAt: '', endsAt: '', timezone: 'UTC', place: '' },
}

/** Makes the nodes of cards. */
export function makeCards(describe: DescribeCard, known: Pasteable) {
  return CARD_TYPES.map((type) =>
    Node.create({
      name: type,
      group: 'block',
      atom: true,
      draggable: true,
      addAttributes: (): Attributes =>
        Object.fromEntries(
          Object.entries(FIELDS[type]).map(([name, value]) => [name, { default: value, rendered: false }]),
        ),
      parseHTML: () => [
        {
          tag: `div[data-card="${type}"]`,
          getAttrs: (element) => pastedSettings(type, element.getAttribute(COPIED), known) ?? false,
        },
        // A card that cannot be read would leave its words as a paragraph.
        { tag: `div[data-card="${type}"]`, priority: 1, ignore: true },
      ],
      renderHTML: ({ node }) => [
        'div',
        { 'data-card': type, [COPIED]: copiedSettings(node.attrs) },
        describe(type, node.attrs),
      ],
    }),
  )
}
