import type { AnalyticsCut } from '@crewline/contract/figures'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'

export const FILE_NAME = msg({ message: 'figures', context: 'file', comment: 'The name of a file.' })

/** What a row is about. */
export const PARTS = {
  part: msg({
    message: 'Part',
    context: 'column',
    comment: 'What a row of figures is about: a total, a day, a group.',
  }),
  total: msg({ message: 'Total' }),
  day: msg({ message: 'Day' }),
  hour: msg({ message: 'Hour of the week' }),
  group: msg({ message: 'Group' }),
  location: msg({ message: 'Location' }),
  department: msg({ message: 'Department' }),
  language: msg({ message: 'Language' }),
  member: msg({ message: 'Teammate' }),
  child: msg({ message: 'Sub-organization' }),
} satisfies Record<AnalyticsCut | 'part' | 'total' | 'day' | 'hour' | 'child', LocalizedText>

export const WORDS = {
  name: msg({ message: 'Name' }),
  from: msg({ message: 'From', context: 'day', comment: 'The first day that a row counts.' }),
  to: msg({ message: 'To', context: 'day', comment: 'The last day that a row counts.' }),
  requested: msg({ message: 'These days' }),
  before: msg({ message: 'As many days before' }),
  notSet: msg({ message: 'Not set' }),
  hidden: msg({ message: 'Hidden' }),
  sum: msg({ message: 'Sum of the figures shown' }),
  most: (count: number) => msg({ message: 'Only the first {count, number} are listed.', values: { count } }),
}

/** The columns of figures in the order of the file; each row has some. */
export const COLUMNS = [
  { key: 'sent', name: msg({ message: 'Messages sent' }) },
  { key: 'sentTexts', name: msg({ message: 'Segments sent' }) },
  { key: 'delivered', name: msg({ message: 'Delivered' }) },
  { key: 'notDelivered', name: msg({ message: 'Not delivered' }) },
  { key: 'received', name: msg({ message: 'Messages received' }) },
  { key: 'contactsWhoReplied', name: msg({ message: 'Contacts who replied' }) },
  { key: 'activeConversations', name: msg({ message: 'Conversations with messages' }) },
  { key: 'optOuts', name: msg({ message: 'Opt-outs' }) },
  { key: 'answers', name: msg({ message: 'Answers' }) },
  { key: 'medianMinutes', name: msg({ message: 'Median minutes to answer' }) },
  { key: 'p90Minutes', name: msg({ message: 'Nine of ten answered within minutes' }) },
  { key: 'contacts', name: msg({ message: 'Contacts now' }) },
  { key: 'reachable', name: msg({ message: 'Can get texts now' }) },
] as const
