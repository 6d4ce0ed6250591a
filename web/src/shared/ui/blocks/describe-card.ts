import type { Block } from '@crewline/contract/blocks'
import type { CardType } from './card-nodes.ts'
import type { BlockSources } from './sources.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns what the card of a block says in the editor: its kind, and what it is. */
export function describeCard(
  type: CardType,
  attributes: Readonly<Record<string, unknown>>,
  { names, sources }: { names: Record<Block['type'], string>; sources: BlockSources },
): string {
  const { label, fileId, href, formId, title, startsAt, place } = attributes
  const file = text(fileId) && sources.nameOf(text(fileId))
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
  switch (type) {
    case 'fileCard':
      return join(names.file, text(label) || file)
    case 'videoCard':
      return join(names.video, text(label) || file || text(href))
    case 'formCard':
      return join(names.form, text(label) || (sources.forms.find(({ id }) => id === formId)?.name ?? ''))
    case 'pollCard':
      return join(names.poll, sources.forms.find(({ id }) => id === formId)?.name ?? '')
    case 'contactCard':
      return join(names.contact, text(attributes['name']), text(attributes['role']))
    case 'celebrationsCard':
      return names.celebrations
    case 'eventCard':
      return join(names.event, text(title), text(startsAt).replace('T', ' '), text(place))
  }
}
