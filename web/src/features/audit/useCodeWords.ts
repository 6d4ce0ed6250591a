import { useLingui } from '@lingui/react/macro'
import { useTypeNames } from '../fields/index.ts'
import { useChatText } from '../integrations/index.ts'
import { useWebhookText } from '../webhooks/index.ts'

/** A state of voicemails. */
const LISTENED = 'heard'

/** Returns the words for the codes that are the values of a field, by the name of the field. A value without a field has ''. */
export function useCodeWords(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { t } = useLingui()
  const types = useTypeNames()
  const { events: chatEvents } = useChatText()
  const { events: webhookEvents } = useWebhookText()
  const on = t({ message: 'On', context: 'value' })
  const off = t({ message: 'Off', context: 'value' })
  return {
    '': { on, off, required: t`Required` },
    state: {
      on,
      off,
      failed: t`Turned off after failures`,
      new: t({ message: 'New', context: 'voicemail' }),
      [LISTENED]: t`Listened to`,
      archived: t`Archived`,
    },
    status: { active: t`Published`, paused: t`Paused` },
    type: types,
    events: { ...chatEvents, ...webhookEvents },
    digest: {
      off: t`Never`,
      '15m': t`Every 15 minutes`,
      '1h': t`Every hour`,
      daily: t`Once a day, at 8 in the morning`,
    },
    inboundOf: { all: t`All conversations`, mine: t`Only mine and unassigned` },
    workingHours: { groups: t`From groups`, any_time: t`Any time`, shift: t`Own shift` },
    protocol: { oidc: 'OpenID Connect', saml: 'SAML' },
    repeat: { yearly: t`Every year`, once: t`Once, for the date itself` },
    zone: { contact: t`The time zone of each person`, org: t`Time zone of the organization` },
    weekend: { same: t`On the same day`, before: t`On the Friday before`, after: t`On the Monday after` },
    feb29: { feb28: t`On February 28`, mar1: t`On March 1` },
    per: { day: t`per day`, week: t`per week`, month: t`per month` },
    duplicate: { update: t`Update their details with what they enter`, keep: t`Keep the details you have` },
  }
}
