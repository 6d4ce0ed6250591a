import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Template {
  name: MessageDescriptor
  body: MessageDescriptor
  kind: BroadcastContent['kind']
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
    body: msg`Hi ${NAME}, how was your week? Reply with a number from 1 to 5. 5 is best.`,
    kind: 'poll',
  },
  welcome: {
    name: msg`Welcome`,
    body: msg`Welcome to the team, ${NAME}! This is the number we text from. Save it and reply any time.`,
    kind: 'announcement',
  },
}

/** Returns the content of a new draft: that of a template, or empty. */
export function startingContent(name: string | null, i18n: I18n): Partial<BroadcastContent> {
  const template = name === null ? undefined : templates[name]
  if (!template) return {}
  const { kind } = template
  return {
    name: i18n._(template.name),
    kind,
    poll: kind === 'poll' ? { ...usualPoll, type: 'scale' } : null,
    acknowledgement: kind === 'acknowledgement' ? usualAcknowledgement : null,
    message: { ...emptyMessage, body: i18n._(template.body), language: i18n.locale },
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
}
