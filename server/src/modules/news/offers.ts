// What an issue offers on pages of the product: its forms, and its events as calendar files. Opening one counts as a click.
import type { Block } from '@crewline/contract/blocks'
import { formIdsOf } from '@crewline/contract/block-rules'
import type { NewsContent } from '@crewline/contract/news'
import { eventOf } from './calendar.ts'
import type { ShownForm } from './ports.ts'
import { linkOf } from './rules.ts'

/** Something that an issue offers. */
interface Offer {
  /** Names its code among those of the issue. */
  key: string
  url: string
  /** What it is called in the results. */
  label: string
}

/** Returns the name of a form among the codes of an issue. */
export function formKey(formId: string): string {
  return `form ${formId}`
}

/** Returns the name of an event among the codes of an issue. */
export function eventKey(blockId: string): string {
  return `event ${blockId}`
}

/** Returns the forms and events of an issue with their addresses. */
export function offersOf(
  { code, content }: { code: string; content: NewsContent },
  forms: ReadonlyMap<string, ShownForm>,
  publicUrl: string,
): Offer[] {
  const { blocks } = content
  const labelOf = (id: string) =>
    blocks.find((block): block is Extract<Block, { type: 'form' }> => block.type === 'form' && block.formId === id)
      ?.label
  // A poll is answered on the page: its answers say more than clicks.
  const offered = formIdsOf(blocks.filter(({ type }) => type === 'form')).flatMap((id): Offer[] => {
    const form = forms.get(id)
    return form ? [{ key: formKey(id), url: `${publicUrl}${form.path}`, label: labelOf(id) || form.title }] : []
  })
  const events = blocks.flatMap((block): Offer[] => {
    const event = eventOf(blocks, block.id)
    const url = `${linkOf(publicUrl, code)}/event/${block.id}.ics`
    return event ? [{ key: eventKey(event.id), url, label: event.title }] : []
  })
  return [...offered, ...events]
}

/** Returns what a counted link of an issue opens. */
export function kindOf({ url, label }: { url: string; label: string }): 'link' | 'form' | 'event' {
  if (label === '') return 'link'
  return url.includes('/public/forms/') ? 'form' : 'event'
}
