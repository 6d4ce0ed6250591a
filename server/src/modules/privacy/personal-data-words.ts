import { msg } from '@crewline/contract/localized-text'
import { verbatim, type LocalizedText } from '@crewline/contract/words'
import type { StoredMessage } from './views/personal-data.ts'

/** The fixed texts of the document. */
export const EXPORT_LABELS = {
  title: msg({ message: 'Personal data' }),
  organization: msg({ message: 'Organization' }),
  madeBy: msg({ message: 'Made by' }),
  zone: msg({ message: 'Time zone' }),
  attributes: msg({ message: 'Details' }),
  activity: msg({ message: 'Activity' }),
  messages: msg({ message: 'Messages' }),
  none: msg({ message: 'None' }),
} as const satisfies Record<string, LocalizedText>

/** The heading of each section that modules declare; a test requires one for each. */
const TITLES: Readonly<Record<string, LocalizedText>> = {
  groups: msg({ message: 'Groups' }),
  groupPins: msg({ message: 'Pinned in groups' }),
  groupHistory: msg({ message: 'History of groups' }),
  conversation: msg({ message: 'Conversation' }),
  voicemails: msg({ message: 'Voicemails' }),
  missedCalls: msg({ message: 'Missed calls' }),
  links: msg({ message: 'Links' }),
  celebrations: msg({ message: 'Celebrations' }),
  optIns: msg({ message: 'Opt-in pages' }),
  forms: msg({ message: 'Answers to forms' }),
  formsAnswered: msg({ message: 'Forms answered' }),
  consent: msg({ message: 'Consent history' }),
  numbers: msg({ message: 'Numbers' }),
  merges: msg({ message: 'Merges' }),
  imports: msg({ message: 'Imports' }),
  questions: msg({ message: 'Questions by text' }),
  broadcasts: msg({ message: 'Broadcasts' }),
  answers: msg({ message: 'Answers by text' }),
  notNamedInNews: msg({ message: 'Not named in news about celebrations' }),
  workingHours: msg({ message: 'Working hours' }),
  hrSystem: msg({ message: 'HR system' }),
  transfers: msg({ message: 'Transfers to other organizations' }),
  arrivals: msg({ message: 'Transfers from other organizations' }),
}

/** The label of each value of a row; a test requires one for each column of a section. */
const NAMES: Readonly<Record<string, LocalizedText>> = {
  at: msg({ message: 'at' }),
  url: msg({ message: 'web address' }),
  state: msg({ message: 'state' }),
  reason: msg({ message: 'reason' }),
  name: msg({ message: 'name' }),
  firstClick: msg({ message: 'first click' }),
  repliedAt: msg({ message: 'replied at' }),
  clickedAt: msg({ message: 'clicked at' }),
  clicks: msg({ message: 'clicks' }),
  group: msg({ message: 'group' }),
  always: msg({ message: 'always in it' }),
  since: msg({ message: 'since' }),
  how: msg({ message: 'how' }),
  change: msg({ message: 'change' }),
  by: msg({ message: 'by' }),
  tags: msg({ message: 'tags' }),
  assignee: msg({ message: 'assignee' }),
  archived: msg({ message: 'archived', context: 'conversation' }),
  waitingSince: msg({ message: 'waiting since' }),
  seconds: msg({ message: 'seconds' }),
  language: msg({ message: 'language' }),
  transcript: msg({ message: 'transcript' }),
  deleted: msg({ message: 'deleted' }),
  id: msg({ message: 'ID' }),
  number: msg({ message: 'number' }),
  action: msg({ message: 'action' }),
  wording: msg({ message: 'exact text' }),
  optedOut: msg({ message: 'opted out', context: 'contact' }),
  contact: msg({ message: 'contact' }),
  undoneAt: msg({ message: 'undone at' }),
  to: msg({ message: 'to' }),
  from: msg({ message: 'from' }),
  doneAt: msg({ message: 'done at' }),
  consent: msg({ message: 'consent' }),
  texts: msg({ message: 'texts' }),
  file: msg({ message: 'file' }),
  row: msg({ message: 'row' }),
  cells: msg({ message: 'cells' }),
  kind: msg({ message: 'kind' }),
  detail: msg({ message: 'detail' }),
  answeredAt: msg({ message: 'answered at' }),
  anonymous: msg({ message: 'anonymous' }),
  question: msg({ message: 'question' }),
  answer: msg({ message: 'answer' }),
  page: msg({ message: 'page' }),
  form: msg({ message: 'form' }),
  answers: msg({ message: 'answers' }),
  entered: msg({ message: 'entered' }),
  joinedAt: msg({ message: 'joined at' }),
}

/** The label of each message direction. */
export const DIRECTIONS: Readonly<Record<StoredMessage['direction'], LocalizedText>> = {
  in: msg({ message: 'In' }),
  out: msg({ message: 'Out' }),
  internal: msg({ message: 'Team only' }),
}

/** Returns the heading of a section, or its own name if it has none. */
export function titleOf(section: string): LocalizedText {
  return Object.hasOwn(TITLES, section) ? (TITLES[section] as LocalizedText) : verbatim(section)
}

/** Returns the label of a value, or its own name if it has none. */
export function nameOf(value: string): LocalizedText {
  return Object.hasOwn(NAMES, value) ? (NAMES[value] as LocalizedText) : verbatim(value)
}
