import type { Block } from '@crewline/contract/blocks'
import { callHref, hasText, mailHref, textsOf } from '@crewline/contract/block-rules'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { NewsContent } from '@crewline/contract/news'
import type { ShownForm } from './ports.ts'

/** Blocks that make an issue without a text of its own. */
const ENOUGH: ReadonlySet<Block['type']> = new Set(['picture', 'gallery', 'file', 'video', 'form', 'poll', 'contact'])

/** Returns what must be right before an issue is published, beside `title`, `cover`, `blocks` or the block with its id. */
export function problemsOf(
  { title, cover, blocks }: NewsContent,
  forms: ReadonlyMap<string, ShownForm>,
  { namesPeople }: { namesPeople: boolean },
): Record<string, LocalizedText> {
  const problems: Record<string, LocalizedText> = {}
  if (title === '') problems['title'] = msg({ message: 'Write a title.' })
  if (cover && !cover.isDecoration && cover.alt === '') problems['cover'] = DESCRIBE
  if (!blocks.some((block) => ENOUGH.has(block.type) || hasText(textsOf(block))))
    problems['blocks'] = msg({ message: 'Write something first.' })
  for (const block of blocks) {
    const problem = block.type === 'celebrations' && !namesPeople ? NO_CELEBRATION : problemOf(block, forms)
    if (problem) problems[`blocks.${block.id}`] = problem
  }
  return problems
}

const NO_CELEBRATION = msg({ message: 'Choose “Name them in news” in a celebration that is on first.' })
const DESCRIBE = msg({ message: 'Describe this picture for people who can’t see it.' })

// A link around a decoration would have no name.
const DESCRIBE_LINK = msg({
  message: 'This picture opens an address, so it is no decoration. Describe what it shows, or remove the address.',
})
const DESCRIBE_EACH = msg({ message: 'Describe each picture for people who can’t see it.' })

function problemOf(block: Block, forms: ReadonlyMap<string, ShownForm>): LocalizedText | undefined {
  switch (block.type) {
    case 'picture':
      if (block.isDecoration) return block.href ? DESCRIBE_LINK : undefined
      return block.alt === '' ? DESCRIBE : undefined
    case 'gallery':
      if (block.pictures.length === 0) return msg({ message: 'Add pictures to the gallery.' })
      return block.pictures.some(({ isDecoration, alt }) => !isDecoration && alt === '') ? DESCRIBE_EACH : undefined
    case 'poll':
      return pollProblem(block.formId === null ? undefined : forms.get(block.formId))
    case 'button':
      if ((block.label === '') === (block.href === '')) return undefined
      return block.label === ''
        ? msg({ message: 'Write what the button says.' })
        : msg({ message: 'Add the address that the button opens.' })
    case 'video':
      if (block.fileId === null && block.href === '') return msg({ message: 'Upload a video, or add its address.' })
      return block.label === '' ? msg({ message: 'Write what the video shows.' }) : undefined
    case 'form':
      return formProblem(block.formId === null ? undefined : forms.get(block.formId))
    case 'event':
      if (block.title === '') return msg({ message: 'Write what the event is.' })
      if (block.startsAt === '') return msg({ message: 'Choose when the event begins.' })
      return block.endsAt !== '' && block.endsAt <= block.startsAt
        ? msg({ message: 'Choose an end after the beginning.' })
        : undefined
    case 'contact':
      if (block.name === '') return msg({ message: 'Write the name of the person.' })
      if (block.phone !== '' && !callHref(block.phone))
        return msg({ message: 'Enter a phone number that can be called.' })
      if (block.email !== '' && !mailHref(block.email)) return msg({ message: 'Enter an email address.' })
      return block.phone === '' && block.email === ''
        ? msg({ message: 'Add a phone number or an email address.' })
        : undefined
    default:
      return undefined
  }
}

function pollProblem(form: ShownForm | undefined): LocalizedText | undefined {
  return (
    formProblem(form) ??
    (form?.poll
      ? undefined
      : msg({ message: 'Choose a form with one question that offers choices, and without a code.' }))
  )
}

function formProblem(form: ShownForm | undefined): LocalizedText | undefined {
  if (!form) return msg({ message: 'Choose a published form.' })
  if (!form.isOpen) return msg({ message: 'This form takes no answers now. Open it, or choose another.' })
  return form.isForAnyone
    ? undefined
    : msg({ message: 'This form needs a personal link. Let everyone answer it, or choose another.' })
}
