import type { Block } from '@crewline/contract/blocks'
import type { NewsContent, NewsLanguage } from '@crewline/contract/news'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { newBlockId } from '../../shared/ui/blocks/document-rules.ts'
import { NEWS_LANGUAGES } from './news-rules.ts'

type Part =
  | { heading: MessageDescriptor }
  | { text: MessageDescriptor }
  | { list: MessageDescriptor[] }
  | { important: MessageDescriptor }
  | { button: MessageDescriptor }

interface Template {
  name: MessageDescriptor
  title: MessageDescriptor
  parts: Part[]
}

const templates: Record<string, Template> = {
  monthly: {
    name: msg`Monthly news`,
    title: msg`News of the month`,
    parts: [
      { text: msg`Thank you for your work this month. Here is what is new.` },
      { heading: msg`What changed` },
      { list: [msg`First change`, msg`Second change`] },
      { heading: msg`Coming up` },
      { text: msg`Dates to remember.` },
      { heading: msg`Welcome to the team` },
      { text: msg`Names of new teammates.` },
    ],
  },
  safety: {
    name: msg`Safety notice`,
    title: msg`Safety notice`,
    parts: [
      { important: msg`What to do from now on.` },
      { heading: msg`What happened` },
      { text: msg`Where, when, and who it concerns.` },
      { heading: msg`What you need to do` },
      { list: [msg`First step`, msg`Second step`] },
      { text: msg`Questions? Reply to the text that brought you here.` },
    ],
  },
  benefits: {
    name: msg`Benefits enrollment`,
    title: msg`Benefits enrollment is open`,
    parts: [
      { important: msg`The last day to enroll, and what happens if you do nothing.` },
      { heading: msg`What you can choose` },
      { list: [msg`Health`, msg`Dental`, msg`Retirement`] },
      { button: msg`Enroll now` },
    ],
  },
  event: {
    name: msg`Event`,
    title: msg`You’re invited`,
    parts: [
      { text: msg`What it is, in one sentence.` },
      { list: [msg`Day and time`, msg`Place`, msg`What to bring`] },
      { button: msg`Say that you’re coming` },
    ],
  },
}

/** Every template with its name, in the order of the menu. */
export const newsTemplates = Object.entries(templates).map(([id, { name }]) => ({ id, name }))

/** Returns the content of a new issue in the language of its author: that of a template, or empty. */
export function startingIssue(id: string | undefined, i18n: I18n): NewsContent {
  const language: NewsLanguage = NEWS_LANGUAGES.find((tag) => tag === i18n.locale) ?? 'en'
  const template = id === undefined ? undefined : templates[id]
  return {
    title: template ? i18n._(template.title) : '',
    language,
    cover: null,
    blocks: template ? template.parts.map((part) => blockOf(part, i18n)) : [],
    languages: [],
    translations: {},
    reactions: true,
  }
}

function blockOf(part: Part, i18n: I18n): Block {
  const id = newBlockId()
  const text = (message: MessageDescriptor) => [{ text: i18n._(message) }]
  if ('heading' in part) return { id, type: 'heading', level: 2, text: text(part.heading) }
  if ('list' in part) return { id, type: 'list', style: 'bullets', items: part.list.map(text) }
  if ('important' in part) return { id, type: 'callout', tone: 'important', text: text(part.important) }
  if ('button' in part) return { id, type: 'button', label: i18n._(part.button), href: '' }
  return { id, type: 'paragraph', text: text(part.text) }
}
