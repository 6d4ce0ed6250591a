import { useLingui } from '@lingui/react/macro'
import {
  IconAddressBook,
  IconBlockquote,
  IconCake,
  IconCalendarEvent,
  IconClick,
  IconFile,
  IconForms,
  IconH2,
  IconH3,
  IconInfoSquareRounded,
  IconLetterT,
  IconList,
  IconListNumbers,
  IconChartBar,
  IconLayoutGrid,
  IconPhoto,
  IconSeparator,
  IconVideo,
  type Icon,
} from '@tabler/icons-react'
import type { JSONContent } from '@tiptap/core'

/** A kind of block that a person can add. */
export interface Insertable {
  id: string
  name: string
  /** Other words that find it. */
  also: readonly string[]
  icon: Icon
  /** What is added; a picture or a file is chosen first. */
  node: JSONContent | 'picture' | 'file'
}

const item: JSONContent = { type: 'listItem', content: [{ type: 'paragraph' }] }

/** Returns the kinds of blocks, in the order of the menu. The words in English find them in every language. `zone`: of new events. */
export function useInsertables(zone: string): Insertable[] {
  const { t } = useLingui()
  return [
    { id: 'text', name: t`Text`, also: ['paragraph'], icon: IconLetterT, node: { type: 'paragraph' } },
    {
      id: 'heading',
      name: t`Heading`,
      also: ['heading', 'h2', 'title'],
      icon: IconH2,
      node: { type: 'heading', attrs: { level: 2 } },
    },
    {
      id: 'small-heading',
      name: t`Small heading`,
      also: ['small heading', 'h3', 'subtitle'],
      icon: IconH3,
      node: { type: 'heading', attrs: { level: 3 } },
    },
    {
      id: 'list',
      name: t`List`,
      also: ['list', 'bullets'],
      icon: IconList,
      node: { type: 'bulletList', content: [item] },
    },
    {
      id: 'numbers',
      name: t`Numbered list`,
      also: ['numbered list', 'ordered'],
      icon: IconListNumbers,
      node: { type: 'orderedList', content: [item] },
    },
    { id: 'picture', name: t`Picture`, also: ['picture', 'image', 'photo'], icon: IconPhoto, node: 'picture' },
    {
      id: 'gallery',
      name: t`Gallery`,
      also: ['gallery', 'pictures', 'photos'],
      icon: IconLayoutGrid,
      node: { type: 'gallery' },
    },
    {
      id: 'callout',
      name: t`Callout`,
      also: ['callout', 'important', 'note'],
      icon: IconInfoSquareRounded,
      node: { type: 'callout' },
    },
    { id: 'button', name: t`Button`, also: ['button', 'link'], icon: IconClick, node: { type: 'actionButton' } },
    { id: 'quote', name: t`Quote`, also: ['quote', 'citation'], icon: IconBlockquote, node: { type: 'quote' } },
    { id: 'file', name: t`File`, also: ['file', 'pdf', 'document', 'download'], icon: IconFile, node: 'file' },
    { id: 'video', name: t`Video`, also: ['video', 'movie'], icon: IconVideo, node: { type: 'videoCard' } },
    { id: 'form', name: t`Form`, also: ['form', 'survey'], icon: IconForms, node: { type: 'formCard' } },
    { id: 'poll', name: t`Poll`, also: ['poll', 'vote', 'question'], icon: IconChartBar, node: { type: 'pollCard' } },
    {
      id: 'event',
      name: t`Event`,
      also: ['event', 'date', 'calendar'],
      icon: IconCalendarEvent,
      node: { type: 'eventCard', attrs: { timezone: zone } },
    },
    {
      id: 'contact',
      name: t`Contact person`,
      also: ['contact', 'person', 'phone', 'email'],
      icon: IconAddressBook,
      node: { type: 'contactCard' },
    },
    {
      id: 'celebrations',
      name: t`Celebrations`,
      also: ['celebrations', 'birthdays', 'anniversaries'],
      icon: IconCake,
      node: { type: 'celebrationsCard' },
    },
    {
      id: 'divider',
      name: t`Divider`,
      also: ['divider', 'line'],
      icon: IconSeparator,
      node: { type: 'horizontalRule' },
    },
  ]
}
