import { BROADCAST_NAME_MAX } from '@crewline/contract/broadcast-limits'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Template {
  name: MessageDescriptor
  body: MessageDescriptor
  kind: BroadcastContent['kind']
  /** How a poll is answered. */
  answers?: NonNullable<BroadcastContent['poll']>['type']
}

// A field in braces would be a placeholder of the message catalog, so the name is added when the text is written.
const NAME = '{first_name|there}'

/** The texts a broadcast can begin with, by the name in the URL. */
const templates: Record<string, Template> = {
  shift: {
    name: msg`Shift change`,
    body: msg`Hi ${NAME}, your shift has changed. New time: `,
    kind: 'acknowledgement',
  },
  closing: {
    name: msg`Closing or weather`,
    body: msg`Hi ${NAME}, we are closed today because of the weather. Stay safe. We will text you when we open again.`,
    kind: 'acknowledgement',
  },
  payday: {
    name: msg`Payday`,
    body: msg`Hi ${NAME}, pay is in your account today. Questions? Reply to this text.`,
    kind: 'announcement',
  },
  safety: {
    name: msg`Safety notice`,
    body: msg`Safety notice: `,
    kind: 'acknowledgement',
  },
  survey: {
    name: msg`Survey`,
    // How to answer is added to the question.
    body: msg`Hi ${NAME}, how was your week? 5 is best.`,
    kind: 'poll',
    answers: 'scale',
  },
  welcome: {
    name: msg`Welcome`,
    body: msg`Welcome to the team, ${NAME}! This is the number we text from. Save it and reply any time.`,
    kind: 'announcement',
  },
  overtime: {
    name: msg`Overtime offer`,
    body: msg`Hi ${NAME}, can you work overtime this week? It's paid time and a half.`,
    kind: 'poll',
    answers: 'yes_no',
  },
  meeting: {
    name: msg`Meeting reminder`,
    body: msg`Hi ${NAME}, please come to the team meeting. Time and place: `,
    kind: 'acknowledgement',
  },
  check: {
    name: msg`Safety check`,
    body: msg`Hi ${NAME}, are you safe?`,
    kind: 'poll',
    answers: 'yes_no',
  },
  benefits: {
    name: msg`Benefits enrollment`,
    body: msg`Hi ${NAME}, benefits enrollment is open. Last day to enroll: `,
    kind: 'announcement',
  },
  holiday: {
    name: msg`Holiday hours`,
    body: msg`Hi ${NAME}, our hours over the holiday: `,
    kind: 'announcement',
  },
  thanks: {
    name: msg`Thank you`,
    body: msg`Thank you for your hard work this week, ${NAME}!`,
    kind: 'announcement',
  },
}

/** Every template with its name, in the order of menus. */
export const templateNames = Object.entries(templates).map(([id, { name }]) => ({ id, name }))

/** Returns the content of a new draft: that of a template, or empty. */
export function startingContent(id: string | null, i18n: I18n): Partial<BroadcastContent> {
  if (id === null || !Object.hasOwn(templates, id)) return {}
  return withTemplate({ name: '', message: emptyMessage }, id, i18n)
}

/**
 * Returns the content that another screen starts a draft with: the `start` of the state of the navigation, which a link
 * from elsewhere cannot set.
 */
export function startFrom(state: unknown): Partial<BroadcastContent> {
  const { start } = (state ?? {}) as { start?: StartingBroadcast }
  if (!start) return {}
  const { name, message, audience } = start
  return {
    name: name.slice(0, BROADCAST_NAME_MAX),
    message: { ...emptyMessage, ...message },
    ...(audience && {
      audience: { everyone: false, contactIds: [], exclude: { groupIds: [], contactIds: [] }, ...audience },
    }),
  }
}

/** What another screen may start a draft with. */
interface StartingBroadcast {
  name: string
  message: Pick<BroadcastContent['message'], 'body' | 'language' | 'variants'>
  audience?: { groupIds: string[] }
}

/** Returns what a template changes in a draft: everything it says. A name that was given stays. */
export function withTemplate(
  { name, message }: Pick<BroadcastContent, 'name' | 'message'>,
  id: string,
  i18n: I18n,
): Partial<BroadcastContent> {
  const template = templates[id]
  if (!template) return {}
  const { kind, answers } = template
  return {
    name: name.trim() === '' ? i18n._(template.name) : name,
    kind,
    poll: kind === 'poll' ? { ...usualPoll, ...(answers ? { type: answers } : {}) } : null,
    acknowledgement: kind === 'acknowledgement' ? usualAcknowledgement : null,
    // The other languages translated the text before.
    message: { ...message, body: i18n._(template.body), language: i18n.locale, variants: [] },
  }
}

const emptyMessage: BroadcastContent['message'] = {
  body: '',
  language: 'en',
  variants: [],
  mediaIds: [],
  trackLinks: true,
  signOff: true,
  optOutLine: false,
}

/** A poll before its settings are changed. */
export const usualPoll: NonNullable<BroadcastContent['poll']> = {
  type: 'yes_no',
  options: [],
  anonymous: false,
  allowChange: true,
  closesAfterHours: 72,
}

/** The confirmation before its settings are changed. */
export const usualAcknowledgement: NonNullable<BroadcastContent['acknowledgement']> = {
  remindAfterMinutes: [60, 240],
  untilPercent: 100,
  escalateTo: null,
  escalateAfter: null,
}
